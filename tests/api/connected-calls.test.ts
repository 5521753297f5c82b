import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API_PREFIX, type Call } from '../../src/lib/contract/core.ts';
import { type CallName, everyCall, schemaOf } from '../../src/lib/contract/index.schema.ts';
import type { OperationName } from '../../src/lib/page/operations.ts';
import { sampleOf } from '../support/access/sample-input.ts';
import { operationPage, postOperation } from '../support/operation-page.ts';
import { openTestPortal, type RunningPortal, sendRaw } from '../support/portal.ts';
import { calls } from '../support/specified/calls.ts';
import { type BareFranchise, openBareFranchise } from '../support/specified/hosts.ts';
import { ana, davi, marta, type Student } from '../support/specified/people.ts';
import { BOOK_UUID, EMPTY_UUID } from '../support/specified/study.ts';

type Fields = Record<string, unknown>;
/** The calls of section 7, by their lines. */
const lines = Object.entries(calls).map(([line, { host = 'portal', noBearer = false, fields = [] }]) => {
  const found = everyCall().find(({ call }) => `${call.method} ${call.path}` === line);
  if (!found) throw new Error(`The contract has no ${line}.`);
  return { line, side: host, noBearer, fields, ...found };
});
const pathOf = ({ path }: Call) => API_PREFIX + path.replace('{uuid}', BOOK_UUID).replaceAll(/\{\w+\}/g, '106');

/** The input of a call: the smallest one of the contract, and each field that the text names. */
function inputOf(name: CallName, call: Call, fields: readonly string[]): { query: string; type: string; body: string } {
  const named = Object.fromEntries(fields.map((field) => [field, field === 'drive_users_ids' ? [1] : 'x']));
  const { query, body } = schemaOf(name);
  if (call.method === 'GET') {
    return { query: new URLSearchParams(named as Record<string, string>).toString(), type: '', body: '' };
  }
  const inQuery = query ? Object.keys((query as unknown as { shape?: Fields }).shape ?? {}) : [];
  const sent = { ...((body ? sampleOf(body) : {}) as Fields), ...named };
  const inBody = Object.fromEntries(Object.entries(sent).filter(([field]) => !inQuery.includes(field)));
  const ofQuery = Object.entries(named).filter(([field]) => inQuery.includes(field)) as [string, string][];
  const search = new URLSearchParams(ofQuery).toString();
  if (call.body === 'multipart') return { query: search, ...multipart(inBody) };
  if (call.body === 'form') {
    const form = new URLSearchParams(inBody as Record<string, string>).toString();
    return { query: search, type: 'application/x-www-form-urlencoded', body: form };
  }
  return { query: search, type: 'application/json', body: JSON.stringify(inBody) };
}

function multipart(fields: Fields) {
  const parts = Object.keys(fields).map(
    (name) => `--part\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nx\r\n`,
  );
  return { type: 'multipart/form-data; boundary=part', body: `${parts.join('')}--part--\r\n` };
}

describe('connected to hosts written from the text of the specification only', () => {
  let franchise: BareFranchise;
  let portal: RunningPortal;
  beforeAll(async () => {
    franchise = await openBareFranchise();
    portal = await openTestPortal({ ...franchise.env, UPSTREAM_PAUSE_MS: '100' }, { pageHandler: operationPage });
  });
  afterAll(async () => {
    await portal.close();
    await franchise.close();
  });
  beforeEach(() => franchise.takeSeen());

  const sendAs = (student: Student, { name, call, fields }: (typeof lines)[number], host = 'localhost') => {
    const { query, type, body } = inputOf(name, call, fields);
    const headers: Record<string, string> = {
      ...{ host, cookie: `portal_session=${student.token}`, tmz: '-3' },
      ...{ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
      ...(type && { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }),
    };
    return sendRaw(portal, pathOf(call) + (query && `?${query}`), { method: call.method, headers, body });
  };

  it.each(lines)('$line: host, path, slash, bearer, tmz and fields are those of section 7', async (each) => {
    const { status } = await sendAs(ana, each);
    const seen = (await franchise.takeSeen()).filter(({ name }) => name === each.line);
    expect([seen.length, status === 501]).toEqual([1, false]);
    expect(seen[0]).toMatchObject({ side: each.side, path: pathOf(each.call), hasBearer: !each.noBearer, tmz: '-3' });
    expect(Object.keys(seen[0]?.fields ?? {})).toEqual(expect.arrayContaining([...each.fields]));
  });

  it('composed operations answer empty without data, and with the data of the hosts', async () => {
    const headers = {
      cookie: `portal_session=${marta.token}`,
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
    };
    const ask = async (operation: OperationName, input: object = {}) => {
      const { status, value } = await postOperation(portal.address, { operation, input }, marta.token);
      return [status, value];
    };
    expect(await ask('finance.listTransactions')).toMatchObject([
      200,
      { items: [], total: 0, pago_centavos: 0, meses: [] },
    ]);
    expect(await ask('travel.listCampaigns')).toEqual([200, []]);
    const { status, text } = await sendRaw(portal, '/api/v1/users/all/?limit=20', { headers });
    expect([status, JSON.parse(text)]).toMatchObject([
      200,
      { total: 3, items: [{ id: ana.id, is_club: true }, {}, { is_club: false }] },
    ]);
    const found = await ask('books.findBook', { key: BOOK_UUID });
    expect(found).toMatchObject([200, { livro: { uuid: BOOK_UUID }, leitor: { id: marta.id, full_name: marta.name } }]);
    const empty = await ask('books.findBook', { key: EMPTY_UUID });
    expect(empty).toMatchObject([200, { livro: { is_empty: true }, leitor: null, de_outra_escola: false }]);
    expect((await ask('books.findBook', { key: 'NADA-9999' }))[0]).toBe(404);
  });

  it('each brand has its portal host, which does not know users of the other', async () => {
    const me = lines.find(({ line }) => line === 'GET users/me/');
    if (!me) throw new Error('no such call');
    const brandsSeen = async () => (await franchise.takeSeen()).map(({ brand }) => brand);
    expect((await sendAs(davi, me, 'aluno.phenom.example')).status).toBe(200);
    expect(await brandsSeen()).toEqual(['phenom']);
    expect((await sendAs(ana, me)).status).toBe(200);
    expect(await brandsSeen()).toEqual(['knn']);
    expect((await sendAs(davi, me)).status).toBe(401);
  });
});
