import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import type { CallName } from '../../src/lib/contract/index.schema.ts';
import { listAudit } from '../../src/lib/contract/people.ts';
import { allCalls } from '../../src/server/app.ts';
import type { Row } from '../support/access/rows.ts';
import { sendSample } from '../support/access/send.ts';
import { accessTable } from '../support/access/table.ts';
import { type Things, thingsOf } from '../support/access/things.ts';
import { HELENA } from '../support/broadcasts.ts';
import { photo } from '../support/pictures.ts';
import { engines, noLimits, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';
import { deedInputs } from '../support/staff-deeds.ts';

/** An admin reads the log of every school. */
const IGOR = { as: 8 };
/** Before the others: later deeds need what these leave. */
const EARLY = [
  'leads.updateLead',
  'leads.moveLeads',
  'broadcasts.deleteTemplate',
  'travel.cancelParticipation',
  'broadcasts.updateAudience',
];
/**
 * The own second factor and versions of pages, whose tests read their lines; classes, which need a timetable each; and own
 * books, which need an archive each.
 */
const ELSEWHERE =
  /^(auth|promo|teaching)\.|^books\.(uploadBook|installBook|discardBookUpload|createCopies|downloadCopies)$/;
/** A key of the database, such as `absence:1` or `em_contato`. */
const RAW = /\b[a-z_]+:\d+\b|\b[a-z]+_[a-z_]+\b|undefined|\[object|^\d{4}-\d\d-\d\d/;

/** Writing calls that nobody but staff may send. */
const staffCalls = (table: Readonly<Record<string, Row>>) =>
  allCalls()
    .filter(({ name, call }) => call.method !== 'GET' && table[name]?.cells.owner === 403 && !ELSEWHERE.test(name))
    .toSorted((a, b) => Number(EARLY.includes(b.name)) - Number(EARLY.includes(a.name)));

describe.each(engines)('the log of staff in words on %s', (engine) => {
  let portal: TestSchool;
  let things: Things;
  let table: Readonly<Record<CallName, Row>>;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { limits: noLimits });
    things = await thingsOf(portal);
    table = accessTable(things);
  });
  afterAll(() => portal.close());

  it('every writing call of staff leaves a line that reads as a sentence', async () => {
    const inputs = deedInputs(portal, things);
    const calls = staffCalls(table);
    expect(calls.length).toBeGreaterThan(40);
    expect(Object.keys(inputs).filter((name) => !calls.some((each) => each.name === name))).toEqual([]);
    const newest = async () =>
      (await portal.call(listAudit, { query: { limit: 100 } }, IGOR)).body.items.map((entry) => ({
        entry,
        key: `${entry.id} ${entry.vezes}`,
      }));
    const wrong: unknown[] = [];
    for (const served of calls) {
      const row = table[served.name as CallName];
      const given = (await inputs[served.name]?.()) ?? {};
      const input = { ...row, params: { ...row.params, ...given.params }, body: { ...row.body, ...given.body } };
      const sent: Sent = { as: given.as ?? HELENA };
      const before = new Set((await newest()).map(({ key }) => key));
      const answer = given.file
        ? await sendPicture(served.call.method, addressOf(served.call, { params: input.params }), sent)
        : await sendSample(portal, served, input, sent);
      if (answer.status !== 200) {
        wrong.push([served.name, answer.status, (await answer.text()).slice(0, 200)]);
        continue;
      }
      const lines = (await newest()).filter(({ key }) => !before.has(key)).map(({ entry }) => entry);
      if (lines.length === 0) wrong.push([served.name, 'no line']);
      for (const { quem, acao, alvo, mudancas } of lines) {
        const said = [quem, acao, alvo, ...mudancas.flatMap(({ campo, antes, depois }) => [campo, antes, depois])];
        const raw = said.filter((text) => RAW.test(text) || text === '');
        const isPlain = /^\p{Ll}/u.test(acao) && acao.includes(' ');
        if (raw.length > 0 || !isPlain) wrong.push([served.name, acao, raw]);
      }
    }
    expect(wrong).toEqual([]);
  });

  async function sendPicture(method: string, address: string, sent: Sent) {
    const body = new FormData();
    body.append('file', new File([new Uint8Array(await photo('png'))], 'foto.png', { type: 'image/png' }));
    return portal.send(method, address, { body }, sent);
  }
});
