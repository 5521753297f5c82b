import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifyAll } from '../../src/server/messages/inbox/notify.ts';
import { addAccount } from '../support/accounts.ts';
import { addDevice, atNoon } from '../support/inbox.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const HOUR_MS = 60 * 60 * 1000;
const people = { ana: 1, helena: 7 };
const noSession = { status: 401, body: { detail: 'Sua sessão terminou. Entre de novo.' } };

describe.each(engines)('quiet hours of a school on %s (PUSH-13)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    atNoon(portal);
  });
  afterAll(() => portal.close());

  const person = async () => (await addAccount(portal)).id;
  const ahead = (ms: number) => new Date(portal.clock.now.getTime() + ms);
  let count = 0;
  const addNotice = (userId: number) => {
    count += 1;
    const params = { documento: 'RG', motivo: null };
    return notifyAll(portal.school.db, portal.clock.now, [
      { userId, kind: 'documento_recusado', about: String(count), params },
    ]);
  };
  /** The sender reads who has quiet hours. */
  const push = () => portal.sender.runOnce();
  const queued = (user_id: number) =>
    portal.school.db.selectFrom('deliveries').select('due_at').where('user_id', '=', user_id).orderBy('id').execute();
  const read = (as?: number) => portal.ops.inbox.getSchoolQuiet({}, as === undefined ? {} : { as });
  const set = (body: unknown, as?: number) =>
    portal.ops.inbox.updateSchoolQuiet(body as never, as === undefined ? {} : { as });
  const usual = { de: '21:00', ate: '08:00' };
  const own = async (as: number) => (await portal.ops.inbox.getNoticePreferences({}, { as })).body.quiet;

  it('quiet hours of a school are 21 to 8 unless its manager changes them, for people without own ones; logged', async () => {
    const [id, chooser, elsewhere] = [await person(), await person(), (await addAccount(portal, { company: 102 })).id];
    const chosen = { de: '23:00', ate: '05:00' };
    await portal.ops.inbox.updateNoticePreferences({ quiet: chosen }, { as: chooser });
    expect((await read(people.helena)).body).toEqual(usual);
    expect((await set({ de: '19:30', ate: '09:00' }, people.helena)).body).toEqual({ de: '19:30', ate: '09:00' });
    expect([await own(id), await own(chooser), await own(elsewhere)]).toEqual([
      { de: '19:30', ate: '09:00' },
      chosen,
      usual,
    ]);
    const log = portal.school.db
      .selectFrom('audit_log')
      .select(['user_id', 'data'])
      .where('action', '=', 'school-quiet');
    expect((await log.execute()).map(({ user_id, data }) => [user_id, JSON.parse(data ?? '')])).toEqual([
      [people.helena, { antes: usual, depois: { de: '19:30', ate: '09:00' } }],
    ]);
    await set(usual, people.helena);
  });

  it('quiet hours of a school delay pushes, and a person who saves the same hours follows the school', async () => {
    const id = await person();
    await addDevice(portal, id);
    await portal.ops.inbox.updateNoticePreferences({ clube: false, quiet: usual }, { as: id });
    // 12:00 in Brazil.
    await set({ de: '11:00', ate: '12:45' }, people.helena);
    const noon = portal.clock.now;
    atNoon(portal);
    await addNotice(id);
    await push();
    expect((await queued(id)).map(({ due_at }) => due_at)).toEqual([ahead(0.75 * HOUR_MS).toISOString()]);
    await set({ de: '00:00', ate: '00:00' }, people.helena);
    const other = await person();
    await addDevice(portal, other);
    await addNotice(other);
    await push();
    expect((await queued(other)).map(({ due_at }) => due_at)).toEqual([portal.clock.now.toISOString()]);
    await set(usual, people.helena);
    portal.clock.now = noon;
  });

  it('ROLE-02 quiet hours of a school are for managers, with a school', async () => {
    expect([(await read(people.ana)).status, (await set(usual, people.ana)).status]).toEqual([403, 403]);
    expect(await read()).toMatchObject(noSession);
    expect(await set(usual)).toMatchObject(noSession);
    const { id } = await addAccount(portal, { company: null });
    await portal.school.db.insertInto('user_actions').values({ user_id: id, action_id: 1 }).execute();
    expect([(await read(id)).status, (await set(usual, id)).status]).toEqual([409, 409]);
  });

  it.each([
    [{ de: '24:00', ate: '08:00' }, 'de'],
    [{ de: '21:00' }, 'ate'],
    [{ de: null, ate: '08:00' }, 'de'],
  ])('S1 quiet hours of a school refuse %j in words', async (body, field) => {
    const answer = await set(body, people.helena);
    expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: expect.stringMatching(/\S/) } } });
    expect((await read(people.helena)).body).toEqual(usual);
  });
});
