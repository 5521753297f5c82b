import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../src/lib/contract/core.ts';
import { allEndpoints } from '../../src/server/app.ts';
import {
  type FranchiseHost,
  jsonAnswer,
  knowingBill,
  loginWith,
  openFranchiseHost,
} from '../support/franchise-host.ts';
import { openTestPortal, type RunningPortal, sendRaw } from '../support/portal.ts';

const theirs = allEndpoints().filter(({ call }) => !call.path.startsWith('portal/'));
const bearer = { authorization: 'Bearer of-the-franchise' };
const ours = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
const fill = (path: string) => path.replace(/\{(\w+)\}/g, '7');
const bodyOf = (call: Call): { headers: Record<string, string>; body?: string } => {
  if (call.method === 'GET' || call.method === 'DELETE') return { headers: {} };
  if (call.body === 'form')
    return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'username=a' };
  return { headers: { 'content-type': 'application/json' }, body: '{"a":"ç"}' };
};
/** AUTH-26, read from the ledger and not from the contract. */
const withoutBearer = [
  'POST login/access-token/',
  'POST login/access-token/book-code/',
  'POST login/recover-password/',
  'POST login/reset-password/',
  'GET financeiro-parcelas/{id}/cobranca/execute/pix/portal/',
  'POST financeiro-parcelas/{id}/cobranca/execute/cartao-credito/portal/',
];
const onDrive = [...withoutBearer.slice(-2), 'PUT users/me/update-password/portal/'];

describe('connected mode', () => {
  let host: FranchiseHost;
  let drive: FranchiseHost;
  let portal: RunningPortal;
  beforeAll(async () => {
    host = await openFranchiseHost();
    drive = await openFranchiseHost();
    portal = await openTestPortal({ PORTAL_API_URL: host.address, DRIVE_API_URL: `${drive.address}/docs/` });
  });
  afterAll(async () => {
    await portal.close();
    await host.close();
    await drive.close();
  });
  beforeEach(() => {
    for (const each of [host, drive]) {
      each.seen.length = 0;
      each.answer = jsonAnswer(200, {});
    }
  });
  const send = (path: string, request: Parameters<typeof sendRaw>[2] = {}) =>
    sendRaw(portal, `/api/v1/${path}`, request);
  const seen = () => [...host.seen, ...drive.seen];

  it('the gateway knows every call of the specification', () => {
    expect(theirs.length).toBeGreaterThanOrEqual(89);
  });

  it.each(theirs.map(({ call }) => ({ call, line: `${call.method} ${call.path}` })))(
    'BRAND-07, AUTH-26, CONST-16 $line goes to its host, once, with what belongs to it',
    async ({ call, line }) => {
      const { headers, body } = bodyOf(call);
      const isBill = line.includes('financeiro-parcelas/');
      const refusal = jsonAnswer(409, { detail: 'Dito lá.' });
      host.answer = isBill ? knowingBill(7, refusal) : refusal;
      drive.answer = refusal;
      // A bill cannot be paid with a repeated parameter.
      const query = isBill ? 'q=%C3%A7' : 'q=%C3%A7&q=2';
      const { status, text } = await send(`${fill(call.path)}?${query}`, {
        method: call.method,
        headers: { ...headers, ...bearer, tmz: '-2.5' },
        body,
      });
      expect([status, JSON.parse(text)]).toEqual([409, { detail: 'Dito lá.' }]);
      // The owner of the bill was checked before, at the portal host.
      if (isBill) {
        for (const each of host.seen.splice(0)) expect(each.line).toBe('GET /api/v1/at-home/financeiro/');
      }
      const [one, other] = onDrive.includes(line) ? [drive, host] : [host, drive];
      const prefix = onDrive.includes(line) ? '/docs' : '';
      expect(one.seen.map((each) => each.line)).toEqual([
        `${call.method} ${prefix}/api/v1/${fill(call.path)}?${query}`,
      ]);
      expect(other.seen).toEqual([]);
      const got = one.seen[0]?.headers;
      expect(got?.authorization).toBe(withoutBearer.includes(line) ? undefined : bearer.authorization);
      expect(got?.tmz).toBe('-2.5');
      expect(got?.['content-type']).toBe(headers['content-type']);
      expect(got?.['content-length']).toBe(body && String(Buffer.byteLength(body)));
    },
  );

  it.each([
    ['7', '?com=7&com=8', 422],
    ['7', '?assinatura=a&assinatura=b', 422],
    ['0x7', '', 404],
    ['7e0', '', 404],
    ['%207', '', 404],
    ['7', '?com=', 404],
    ['7', '?com=%207', 404],
    ['7', '?com=7.0', 404],
  ])('AUTH-26 a bill named %s%s, which two readers could read as two, is sent to nobody', async (id, query, status) => {
    host.answer = knowingBill(7, jsonAnswer(409, {}));
    const answer = await send(`financeiro-parcelas/${id}/cobranca/execute/pix/portal/${query}`, { headers: bearer });
    expect(answer.status).toBe(status);
    expect(seen()).toEqual([]);
  });

  it('AUTH-26 exactly the bills that were checked are passed on', async () => {
    host.answer = knowingBill(7, jsonAnswer(409, {}));
    await send('financeiro-parcelas/007/cobranca/execute/pix/portal/?com=07&txid=abc', { headers: bearer });
    expect(drive.seen.map(({ line }) => line)).toEqual([
      'GET /docs/api/v1/financeiro-parcelas/7/cobranca/execute/pix/portal/?com=7&txid=abc',
    ]);
  });

  it('AUTH-26 the cookie of a browser becomes the bearer, and is not passed on', async () => {
    const cookie = 'portal_session=opaque.token; portal_theme=escuro';
    for (const path of ['users/me/', 'users/book/KNN-1/', 'at-home/empty-book-check/KNN-1/']) {
      host.seen.length = 0;
      await send(path, { headers: { ...ours, cookie } });
      expect(host.seen[0]?.headers.authorization).toBe('Bearer opaque.token');
      expect(host.seen[0]?.headers.cookie).toBeUndefined();
    }
    await send('users/book/KNN-1/');
    expect(host.seen.at(-1)?.headers.authorization).toBeUndefined();
  });

  it('AUTH-22 the token of the franchise becomes a cookie and reaches no script', async () => {
    host.answer = jsonAnswer(200, loginWith('opaque.token-1'));
    const entered = await send('login/access-token/', {
      method: 'POST',
      headers: { ...ours, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'username=ana&password=segredo',
    });
    expect(entered.status).toBe(200);
    expect(JSON.parse(entered.text)).toMatchObject({ access_token: null });
    expect([entered.headers['set-cookie']].flat().join()).toMatch(/portal_session=opaque\.token-1; .*HttpOnly/);
  });

  it.each([
    ['a token that no cookie can hold', loginWith('a; Domain=evil.example'), 500, /^Algo deu errado do nosso lado/],
    ['nothing', null, 502, /^Erro ao efetuar login$/],
  ])(
    'S12 a login that is answered with %s gives one clear message and no session',
    async (_what, answer, expected, words) => {
      host.answer = jsonAnswer(200, answer);
      const { status, text, headers } = await send('login/access-token/', {
        method: 'POST',
        headers: { ...ours, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'username=ana&password=segredo',
      });
      expect(status).toBe(expected);
      expect(JSON.parse(text).detail).toMatch(words);
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['x-content-type-options']).toBe('nosniff');
    },
  );

  it('the gateway passes on what the call needs, and no forwarding headers', async () => {
    await send('at-home/turmas/', {
      headers: {
        ...bearer,
        accept: 'application/json',
        'idempotency-key': 'k-1',
        'x-forwarded-for': '10.0.0.1',
        'x-forwarded-host': 'evil.example',
        forwarded: 'for=10.0.0.1',
        'proxy-authorization': 'Basic x',
        te: 'trailers',
        connection: 'keep-alive, x-own',
        'x-own': '1',
        origin: portal.address,
        referer: portal.address,
      },
    });
    const got = host.seen[0]?.headers ?? {};
    expect(got).toMatchObject({ accept: 'application/json', 'idempotency-key': 'k-1' });
    expect(got.host).toBe(new URL(host.address).host);
    expect(got['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    for (const name of [
      'x-forwarded-for',
      'x-forwarded-host',
      'forwarded',
      'proxy-authorization',
      'te',
      'x-own',
      'origin',
      'referer',
      'cookie',
    ]) {
      expect(got[name]).toBeUndefined();
    }
  });

  it('the gateway returns the answer without the host’s cookies, caching or permission headers', async () => {
    host.answer = jsonAnswer(200, [], {
      'set-cookie': 'theirs=1',
      'cache-control': 'public, max-age=60',
      'access-control-allow-origin': '*',
      'x-portal-token': 'stolen',
      'content-security-policy': 'default-src *',
      server: 'theirs',
      connection: 'x-hop',
      'x-hop': '1',
    });
    const { headers, text } = await send('at-home/turmas/', { headers: { ...ours, cookie: 'portal_session=x' } });
    expect(text).toBe('[]');
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    for (const name of ['set-cookie', 'access-control-allow-origin', 'x-portal-token', 'server', 'x-hop']) {
      expect(headers[name]).toBeUndefined();
    }
  });

  it('ERR-17 the gateway passes on a refusal of the host unchanged', async () => {
    host.answer = jsonAnswer(422, { detail: 'Turma cheia.', fields: { turma: 'cheia' } });
    const { status, text } = await send('at-home/turma/7/', { headers: bearer });
    expect([status, JSON.parse(text)]).toEqual([422, { detail: 'Turma cheia.', fields: { turma: 'cheia' } }]);
  });

  it.each(['portal/calendar/nada.ics', 'do/devices.testPush/'])('%s is served without calling a host', async (path) => {
    const method = path.includes('do/') ? 'POST' : 'GET';
    await send(path, { method, headers: { ...ours, cookie: 'portal_session=x' } });
    expect(seen()).toEqual([]);
  });

  it.each(['users/me/../../../internal/', 'nothing/', 'users/me/x/', 'at-home/turma/..%2f..%2finternal/x/'])(
    'S10, S11 %s is not a call and reaches no host',
    async (path) => {
      const { status, text } = await send(path, { headers: bearer });
      expect(status).toBe(404);
      expect(JSON.parse(text).detail ?? text).toMatch(/encontr/);
      expect(seen()).toEqual([]);
    },
  );

  it('S11 a parameter stays one path segment', async () => {
    await send('users/book/..%2F..%2Fusers%2F%3Fq%3D1/', { headers: bearer });
    expect(host.seen.map(({ line }) => line)).toEqual(['GET /api/v1/users/book/..%2F..%2Fusers%2F%3Fq%3D1/']);
  });

  it('S8 a call of another site is refused before any host is called', async () => {
    const { status } = await send('users/book/', {
      method: 'POST',
      headers: { cookie: 'portal_session=x', origin: 'https://evil.example', 'content-type': 'application/json' },
      body: '{}',
    });
    expect([status, seen()]).toEqual([403, []]);
  });
});

describe.each([
  { sign: 'east-positive', zone: 'America/Sao_Paulo', given: '-4', passed: '-4', own: '-3' },
  { sign: 'east-negative', zone: 'America/Sao_Paulo', given: '-4', passed: '4', own: '3' },
  { sign: 'east-positive', zone: 'Asia/Kolkata', given: '5.75', passed: '5.75', own: '5.5' },
  { sign: 'east-negative', zone: 'UTC', given: '0', passed: '0', own: '0' },
])('CONST-16, OPEN-05 with TMZ_SIGN=$sign in $zone', ({ sign, zone, given, passed, own }) => {
  it(`a clock of ${given} is sent as ${passed}, and a missing or invalid one as ${own}`, async () => {
    const host = await openFranchiseHost();
    const portal = await openTestPortal({
      PORTAL_API_URL: host.address,
      DRIVE_API_URL: host.address,
      TMZ_SIGN: sign,
      SCHOOL_TIME_ZONE: zone,
    });
    for (const headers of [{ tmz: given }, {}, { tmz: '' }, { tmz: 'agora' }]) {
      await sendRaw(portal, '/api/v1/users/me/', { headers: headers as Record<string, string> });
    }
    await portal.close();
    await host.close();
    expect(host.seen.map(({ headers }) => headers.tmz)).toEqual([passed, own, own, own]);
  });
});
