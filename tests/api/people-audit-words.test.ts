import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import { type ServedCase, servedCases } from '../support/access/served-cases.ts';
import { type Things, thingsOf } from '../support/access/things.ts';
import { newestLines, rawIn } from '../support/audit-lines.ts';
import { photo } from '../support/pictures.ts';
import { engines, noLimits, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';
import { deedInputs, doerOf } from '../support/staff-deeds.ts';

/** These run first: later ones need their results. */
const EARLY = [
  'leads.updateLeads',
  'leads.undoLeads',
  'broadcasts.deleteTemplates',
  'travel.cancelParticipation',
  'broadcasts.updateAudience',
];
/**
 * A table, which is no form; the own second factor, versions of pages, classes, which need a timetable each, and own books, which need an archive
 * each: their own tests read their lines.
 */
const ELSEWHERE =
  /^(auth|promo|teaching)\.|^sync\.(putTable|uploadSheet|importSheet)$|^books\.(uploadBook|installBook|discardBookUpload|createCopies|downloadCopies)$/;

/** Writing calls that nobody but staff may send. */
const staffCalls = (cases: readonly ServedCase[]) =>
  cases
    .filter(({ name, call, cells }) => call.method !== 'GET' && cells.owner === 403 && !ELSEWHERE.test(name))
    .toSorted((a, b) => Number(EARLY.includes(b.name)) - Number(EARLY.includes(a.name)));

/** These act after an answer of Meta or Asaas, whose doubles no test here starts. */
const atProvider = new Set([
  'finance.endSchoolAuthorization',
  'finance.setAutomaticPix',
  'whatsapp.connectNumber',
  'whatsapp.refreshNumber',
  'whatsapp.testTemplate',
]);

describe.each(engines)('the log of staff in words on %s', (engine) => {
  let portal: TestSchool;
  let things: Things;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { limits: noLimits });
    things = await thingsOf(portal);
  });
  afterAll(() => portal.close());

  it('every writing call of staff is logged as a readable sentence', async () => {
    const inputs = deedInputs(portal, things);
    const calls = staffCalls(servedCases(portal, things)).filter(({ name }) => !atProvider.has(name));
    expect(calls.length).toBeGreaterThan(40);
    expect(Object.keys(inputs).filter((name) => !calls.some((each) => each.name === name))).toEqual([]);
    const newest = async () =>
      (await newestLines(portal)).map((entry) => ({ entry, key: `${entry.id} ${entry.vezes}` }));
    const wrong: unknown[] = [];
    for (const served of calls) {
      const given = (await inputs[served.name]?.()) ?? {};
      const sent: Sent = { as: doerOf(served.name) };
      const before = new Set((await newest()).map(({ key }) => key));
      const answer = await (served.call.body === 'multipart' ? sendPicture(served, sent) : served.send(sent, given));
      if (answer.status !== 200) {
        wrong.push([served.name, answer.status, (await answer.text()).slice(0, 200)]);
        continue;
      }
      const lines = (await newest()).filter(({ key }) => !before.has(key)).map(({ entry }) => entry);
      if (lines.length === 0) wrong.push([served.name, 'no line']);
      for (const entry of lines) {
        if (rawIn(entry).length > 0) wrong.push([served.name, entry.acao, rawIn(entry)]);
      }
    }
    expect(wrong).toEqual([]);
  });

  async function sendPicture({ call, input }: ServedCase, sent: Sent) {
    const body = new FormData();
    body.append('file', new File([new Uint8Array(await photo('png'))], 'foto.png', { type: 'image/png' }));
    return portal.send(call.method, addressOf(call, { params: input }), { body }, sent);
  }
});
