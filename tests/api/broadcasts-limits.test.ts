import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getBroadcastLog } from '../../src/lib/contract/broadcasts.ts';
import { channelRows } from '../../src/lib/words/broadcasts-panel.ts';
import { addBills } from '../support/bills.ts';
import { addBroadcast, addReader, audience, HELENA, send, work } from '../support/broadcasts.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

const helena = { as: HELENA };
const ANA = { as: 1 };
const HOUR_MS = 3_600_000;

describe.each(engines)('messages of staff for one person on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { limits: noLimits });
  });
  afterAll(() => portal.close());

  const limit = (dia: number, semana: number) => portal.ops.broadcasts.updateMessageLimits({ dia, semana }, helena);
  const log = async (id: number) => (await portal.call(getBroadcastLog, { params: { id }, query: {} }, helena)).body;
  async function write(user_ids: number[], given: Parameters<typeof addBroadcast>[1] = {}): Promise<number> {
    const { id } = await addBroadcast(portal, { audience: audience({ user_ids }), ...given });
    expect((await send(portal, { id })).status).toBe(200);
    await work(portal);
    return id;
  }
  const gotOf = async (userId: number) => {
    const rows = await portal.school.db
      .selectFrom('notices')
      .innerJoin('sendings', 'sendings.id', 'notices.sending_id')
      .select(['notices.created_at as at', 'sendings.urgency'])
      .where('notices.user_id', '=', userId)
      .execute();
    return rows.filter(({ urgency }) => urgency === 'normal').map(({ at }) => Date.parse(at));
  };

  it('nobody gets more than the limits of a day and a week, except urgent messages', async () => {
    const readers = [await addReader(portal, 0), await addReader(portal, 1), await addReader(portal, 0)];
    await limit(2, 4);
    const plan = fc.array(
      fc.record({
        hours: fc.integer({ min: 0, max: 40 }),
        to: fc.subarray(readers, { minLength: 1 }),
        isUrgent: fc.boolean(),
      }),
      { minLength: 12, maxLength: 12 },
    );
    const urgent = new Map(readers.map((id) => [id, 0]));
    for (const { hours, to, isUrgent } of fc.sample(plan, { numRuns: 1, seed: 11 })[0] ?? []) {
      portal.clock.advance(hours * HOUR_MS);
      const id = await write(to, { urgency: isUrgent ? 'high' : 'normal' });
      const { counts, left_out } = await log(id);
      expect(counts.people + (counts.left_out ?? 0)).toBe(to.length);
      expect(left_out).toHaveLength(counts.left_out ?? 0);
      if (isUrgent) for (const each of to) urgent.set(each, (urgent.get(each) ?? 0) + 1);
      if (isUrgent) expect(counts.left_out).toBe(0);
      for (const reader of readers) {
        const times = await gotOf(reader);
        for (const at of times) {
          const within = (ms: number) => times.filter((other) => other <= at && other > at - ms).length;
          expect(within(24 * HOUR_MS)).toBeLessThanOrEqual(2);
          expect(within(7 * 24 * HOUR_MS)).toBeLessThanOrEqual(4);
        }
      }
    }
    expect([...urgent.values()].some((count) => count > 0)).toBe(true);
  });

  it('a preview and the result count and name those who are left out', async () => {
    await limit(1, 0);
    const [full, fresh] = [
      await addReader(portal, 0, { full_name: 'Zoé Cheia' }),
      await addReader(portal, 0, { full_name: 'Yara Nova' }),
    ];
    await write([full]);
    const ids = `${full},${fresh}`;
    const seen = (await portal.ops.broadcasts.previewAudience({ user_ids: ids }, helena)).body;
    expect(seen).toMatchObject({ people: 1, left_out: 1, left_out_names: ['Zoé Cheia'], first_names: ['Yara'] });
    const urgent = await portal.ops.broadcasts.previewAudience({ user_ids: ids, urgente: 'true' }, helena);
    expect(urgent.body).toMatchObject({ people: 2, left_out: 0, left_out_names: [] });
    expect(await log(await write([full, fresh]))).toMatchObject({
      counts: { people: 1, left_out: 1 },
      left_out: ['Zoé Cheia'],
    });
    await limit(0, 0);
    expect((await log(await write([full, fresh]))).counts).toMatchObject({ people: 2, left_out: 0 });
  });

  it('the limits are the school’s, for its managers', async () => {
    await limit(4, 9);
    expect((await portal.ops.broadcasts.getMessageLimits({}, helena)).body).toEqual({ dia: 4, semana: 9 });
    expect((await portal.ops.broadcasts.getMessageLimits({}, ANA)).status).toBe(403);
    expect((await portal.ops.broadcasts.getMessageLimits()).status).toBe(401);
    expect((await limit(-1, 9)).body.fields).toHaveProperty('dia');
    await limit(0, 0);
  });

  it('readers without a device who want mails get each message once, after quiet hours', async () => {
    await limit(0, 0);
    const readers = [await addReader(portal, 1), await addReader(portal, 0), await addReader(portal, 0)];
    const [, mailed = 0, refused = 0] = readers;
    await portal.ops.inbox.updateNoticePreferences({ email: false }, { as: refused });
    const ids = readers.join(',');
    const seen = await portal.ops.broadcasts.previewAudience({ user_ids: ids, por_email: 'true' }, helena);
    expect(seen.body).toMatchObject({ people: 3, without_push: 2, mails: 1 });
    const id = await write(readers, { by_mail: true, title: 'Aula aberta' });
    await work(portal);
    expect((await log(id)).counts).toMatchObject({ people: 3, without_push: 2, mails: 1 });
    const mails = () =>
      portal.school.db
        .selectFrom('outbox')
        .selectAll()
        .where('kind', '=', 'mensagem')
        .where('subject', '=', 'Aula aberta')
        .execute();
    const { email } = await portal.school.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', mailed)
      .executeTakeFirstOrThrow();
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([email]);
    const [sent] = await mails();
    expect(sent?.unsubscribe).toMatch(/^https?:\/\/.+\/nao-receber\/\d+\.[\w-]{22}$/);
    expect(sent?.text).toContain(`Não receber mais: ${sent?.unsubscribe}`);
    await Promise.all([portal.worker.runOnce(), portal.worker.runOnce()]);
    expect(await mails()).toHaveLength(1);
    expect((await log(await write(readers, { by_mail: false }))).counts.mails).toBe(0);
  });

  it('a mail delayed by quiet hours counts as not delivered', async () => {
    await limit(0, 0);
    const stored = portal.clock.now;
    // 23:00 in São Paulo.
    portal.clock.now = new Date('2031-03-10T02:00:00.000Z');
    const id = await write([await addReader(portal, 0)], { by_mail: true, respect_quiet_hours: true });
    const counts = async () => (await log(id)).counts;
    const rows = async () => channelRows(await counts()).map(([words, many]) => `${words}: ${many}`);
    expect(await counts()).toMatchObject({ without_push: 1, mails: 0, mails_waiting: 1 });
    expect(await rows()).toEqual([
      'No aparelho e no portal: 0',
      'Por e-mail e no portal: 0',
      'Só no portal: 0',
      'No portal; o e-mail ainda vai sair: 1',
    ]);
    portal.clock.now = new Date('2031-03-10T11:00:00.000Z');
    await work(portal);
    expect(await counts()).toMatchObject({ mails: 1, mails_waiting: 0 });
    portal.clock.now = stored;
  });

  it('the link of a mail unsubscribes without a login, and opens nothing for anybody else', async () => {
    await limit(0, 0);
    const reader = await addReader(portal, 0);
    const other = await addReader(portal, 0);
    const title = `Feira ${reader}`;
    await write([reader], { by_mail: true, title });
    await work(portal);
    const { unsubscribe } = await portal.school.db
      .selectFrom('outbox')
      .select('unsubscribe')
      .where('subject', '=', title)
      .executeTakeFirstOrThrow();
    const token = unsubscribe?.split('/').at(-1) ?? '';
    const read = (of = token) => portal.ops.inbox.getMailChoice({ token: of });
    const choose = (recebe: boolean, of = token) => portal.ops.inbox.setMailChoice({ token: of, recebe });
    expect((await read()).body).toMatchObject({ recebe: true, email_mascarado: expect.stringContaining('***') });
    expect((await choose(false)).body.recebe).toBe(false);
    expect((await choose(false)).body.recebe).toBe(false);
    expect((await portal.ops.inbox.getNoticePreferences({}, { as: reader })).body.email).toBe(false);
    const later = `${title}, de novo`;
    await write([reader, other], { by_mail: true, title: later });
    await work(portal);
    const mails = portal.school.db.selectFrom('outbox').select('id').where('subject', '=', later);
    expect(await mails.execute()).toHaveLength(1);
    expect((await choose(true)).body.recebe).toBe(true);
    // A signature ends in A, Q, g or w; each other letter decodes to the bytes of one of these.
    const respelt = [...'BCDEFGHIJKLMNOPRSTUVWXYZabcdefhijklmnopqrstuvxyz0123456789-_'].map(
      (letter) => token.slice(0, -1) + letter,
    );
    const forged = [
      ...respelt,
      `${other}.${token.split('.')[1]}`,
      token.slice(0, -2),
      `${reader}.`,
      '1',
      'x'.repeat(80),
    ];
    expect(await Promise.all(forged.map(async (of) => (await choose(false, of)).status))).toEqual(
      forged.map(() => 404),
    );
    expect((await portal.ops.inbox.getNoticePreferences({}, { as: other })).body.email).toBe(true);
    expect((await choose('sim' as never)).status).toBe(422);
  });

  it('actions within seven days of a click are counted, and no later ones', async () => {
    const readers = [await addReader(portal, 0), await addReader(portal, 0), await addReader(portal, 0)];
    const id = await write(readers, { link: '/financial' });
    const { db } = portal.school;
    for (const as of readers.slice(0, 2)) {
      const notice = await db
        .selectFrom('notices')
        .select('id')
        .where('user_id', '=', as)
        .where('sending_id', '=', id)
        .executeTakeFirstOrThrow();
      await portal.ops.inbox.markNoticeRead({ id: notice.id }, { as });
    }
    const paidAfter = async (user: number, days: number) => {
      const pago_em = new Date(portal.clock.now.getTime() + days * 24 * HOUR_MS).toISOString();
      await addBills(portal, user, [{ status: 'paga', pago_em, forma: 'pix' }]);
    };
    await paidAfter(readers[0] ?? 0, 6);
    await paidAfter(readers[1] ?? 0, 8);
    await paidAfter(readers[2] ?? 0, 1);
    expect((await log(id)).followed).toEqual({ opened: 2, clicked: 2, deed: { what: 'pagaram', people: 1 } });
    expect((await log(await write(readers))).followed).toEqual({ opened: 0, clicked: 0, deed: null });
  });

  it('a named audience is reused, changed and deleted; a message keeps its conditions', async () => {
    const all = audience({ all: true });
    const made = await portal.ops.broadcasts.createAudience({ nome: 'Todos', audience: all }, helena);
    const { id } = made.body;
    const sent = await addBroadcast(portal, { audience: made.body.audience });
    const club = audience({ is_club: true });
    await portal.ops.broadcasts.updateAudience({ id, nome: 'Clube', audience: club }, helena);
    const stored = (await portal.ops.broadcasts.listAudiences({}, helena)).body;
    expect(stored.map(({ nome, audience: { is_club } }) => [nome, is_club])).toEqual([['Clube', true]]);
    expect((await log(sent.id)).sending.audience).toMatchObject({ all: true });
    const nobody = { nome: 'Ninguém', audience: audience() };
    expect((await portal.ops.broadcasts.createAudience({ ...nobody }, helena)).body.fields).toHaveProperty('audience');
    const foreign = { nome: 'Fora', audience: audience({ company_ids: [103] }) };
    expect((await portal.ops.broadcasts.createAudience({ ...foreign }, helena)).status).toBe(422);
    expect((await portal.ops.broadcasts.deleteAudience({ id }, ANA)).status).toBe(403);
    expect((await portal.ops.broadcasts.deleteAudience({ id }, helena)).status).toBe(200);
    expect((await portal.ops.broadcasts.listAudiences({}, helena)).body).toEqual([]);
  });
});
