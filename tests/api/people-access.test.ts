import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe, searchUsers } from '../../src/lib/contract/account.ts';
import { login } from '../../src/lib/contract/auth.ts';
import { listSubscriptions } from '../../src/lib/contract/devices.ts';
import { getFeed } from '../../src/lib/contract/online-classes.ts';
import type { Role } from '../../src/lib/contract/people-team.schema.ts';
import { blockAccount, endAccountRole, giveAccountRole } from '../../src/server/operate/admin/change-access.ts';
import { Complaint } from '../../src/server/operate/admin/complaint.ts';
import { addAccount } from '../support/accounts.ts';
import { addDevices, deviceAt } from '../support/device-rows.ts';
import { partOfPerson } from '../support/person-parts.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const people = { ana: 1, helena: 7, admin: 8 };
const password = 'portal-demo';

describe.each(engines)('blocks and roles on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const helena = { as: people.helena };
  const admin = { as: people.admin };
  const block = (id: number, isBlocked: boolean, sent: Sent = helena) =>
    portal.ops.people.setUserBlock({ id, bloqueado: isBlocked }, sent);
  const end = (id: number, papel: Role, sent: Sent = helena) => portal.ops.people.endUserRole({ id, papel }, sent);
  const me = (token: string) => portal.call(getMe, {}, { token });
  const holder = async (actions: number[], company = 101) => {
    const account = await addAccount(portal, { company });
    if (actions.length > 0) {
      const rows = actions.map((action_id) => ({ user_id: account.id, action_id }));
      await portal.school.db.insertInto('user_actions').values(rows).execute();
    }
    return account;
  };
  const actionsOf = async (id: number) =>
    (
      await portal.school.db
        .selectFrom('user_actions')
        .select('action_id')
        .where('user_id', '=', id)
        .orderBy('action_id')
        .execute()
    ).map(({ action_id }) => action_id);
  const trail = async (id: number) =>
    (await portal.ops.people.listAudit({ alvo: `user:${id}`, tipo: 'mudancas' }, admin)).body.items;
  const devicesOf = (id: number) =>
    portal.school.db.selectFrom('push_subscriptions').select('id').where('user_id', '=', id).execute();

  it('S16 a block ends sessions and devices at once, is logged, and gives its reason at the next call', async () => {
    const { id, email } = await holder([]);
    const token = await portal.tokenOf(id);
    await addDevices(portal.school, id, [deviceAt(`https://fcm.googleapis.com/fcm/send/${id}`)]);
    expect(await devicesOf(id)).toHaveLength(1);

    const blocked = await block(id, true);
    expect(blocked).toMatchObject({ status: 200, body: { bloqueado: true, papeis: [], por_que_nao: null } });
    expect(await me(token)).toMatchObject({ status: 401, body: { code: 'blocked_user' } });
    expect(await devicesOf(id)).toEqual([]);
    expect((await portal.call(login, { body: { username: email, password } })).status).toBe(400);
    expect((await trail(id))[0]).toMatchObject({ quem: 'Helena Prado', acao: 'bloqueou o acesso' });

    expect((await block(id, false)).body.bloqueado).toBe(false);
    expect((await me(token)).body.code).toBeUndefined();
    expect((await me(token)).status, 'an old session stays ended').toBe(401);
    expect((await portal.call(login, { body: { username: email, password } })).status).toBe(200);
    expect((await trail(id))[0]).toMatchObject({ acao: 'liberou o acesso' });
  });

  it('a block is logged once', async () => {
    const { id } = await holder([]);
    await block(id, true);
    await block(id, true);
    expect(await trail(id)).toHaveLength(1);
  });

  it('S16 the end of a role ends its sessions', async () => {
    const { id } = await holder([3, 4]);
    const token = await portal.tokenOf(id);
    expect((await portal.call(searchUsers, { query: {} }, { token })).status).toBe(200);
    const read = await partOfPerson(portal, 'acesso', { id }, admin);
    expect(read.body.papeis).toEqual([{ papel: 'secretaria', nome: 'Secretaria' }]);
    expect((await end(id, 'secretaria', admin)).body.papeis).toEqual([]);
    expect(await actionsOf(id)).toEqual([]);
    expect((await me(token)).status).toBe(401);
    expect((await portal.call(searchUsers, { query: {} }, { as: id })).status).toBe(403);
    expect((await trail(id))[0]).toMatchObject({ acao: 'encerrou um papel', antes: 'Papel: Secretaria' });
  });

  it('MANAGER-08 a manager cannot block herself, admins or people of other schools; an admin can', async () => {
    const [other, boss, foreign] = [await holder([4]), await holder([1, 4]), await holder([], 103)];
    const teacher = await holder([2]);
    for (const [{ id }, why] of [
      [{ id: people.helena }, /próprio/],
      [boss, /administração/],
    ] as const) {
      expect((await block(id, true)).status).toBe(403);
      expect((await partOfPerson(portal, 'acesso', { id }, helena)).body.por_que_nao).toMatch(why);
    }
    // A manager who holds as much.
    expect((await end(other.id, 'gestora')).body.papeis).toEqual([]);
    expect((await block(foreign.id, true)).status).toBe(404);
    expect((await end(teacher.id, 'professor')).body.papeis).toEqual([]);
    expect((await block(other.id, true, admin)).status).toBe(200);
    expect((await end(boss.id, 'admin', admin)).body.papeis).toEqual([]);
    expect((await block(people.admin, true, admin)).status).toBe(403);
  });

  it.each<[string, Sent, number]>([
    ['a visitor', {}, 401],
    ['a student', { as: people.ana }, 403],
    ['a book code of the manager', { as: people.helena, scope: 'book' }, 403],
  ])('the panel is closed to %s', async (_who, sent, status) => {
    const params = { id: people.ana };
    expect((await partOfPerson(portal, 'acesso', params, sent)).status).toBe(status);
    expect((await block(people.ana, true, sent)).status).toBe(status);
    expect((await end(people.ana, 'gestora', sent)).status).toBe(status);
  });

  it.each([undefined, null, 'sim', 1])('the panel refuses %j as a block', async (bloqueado) => {
    const refused = await portal.ops.people.setUserBlock({ id: people.ana, bloqueado: bloqueado as never }, helena);
    expect(refused.status).toBe(422);
    expect((await end(people.ana, 'rei' as Role)).status).toBe(422);
  });

  it('GUARD-15, S16 sessions and calendars of unit 436 end at the next call', async () => {
    const { id, driveUserId } = await holder([]);
    const token = await portal.tokenOf(id);
    const { body } = await portal.ops.onlineClasses.getFeedUrl({}, { token });
    const secret = /([^/]+)\.ics$/.exec(body.url)?.[1] ?? '';
    const feed = () => portal.send('GET', `/api/v1/${getFeed.path.replace('{secret}', secret)}`);
    expect((await feed()).status).toBe(200);
    await portal.school.db
      .updateTable('drive_users')
      .set({ company_id: 436 })
      .where('id', '=', driveUserId ?? 0)
      .execute();
    expect(await me(token)).toMatchObject({ status: 401, body: { code: 'blocked_company' } });
    expect((await portal.call(listSubscriptions, {}, { token })).status).toBe(401);
    expect((await feed()).status).toBe(404);
  });

  describe('from the command line', () => {
    it('a command makes a manager an admin, and ends the role with its sessions', async () => {
      const { id, email } = await holder([4]);
      expect(await giveAccountRole(portal.school, { login: email }, 'admin')).toContain('papel Administração dado');
      expect(await actionsOf(id)).toEqual([1, 4]);
      expect(await giveAccountRole(portal.school, { login: email }, 'admin')).toContain('já tinha o papel');
      const token = await portal.tokenOf(id);
      expect(await endAccountRole(portal.school, { login: email }, 'admin')).toContain('encerrado');
      expect(await actionsOf(id)).toEqual([]);
      expect((await me(token)).status).toBe(401);
      expect((await trail(id)).map(({ quem, acao }) => `${quem} ${acao}`)).toEqual([
        'A administração do portal encerrou um papel',
        'A administração do portal deu um papel',
      ]);
    });

    it('a command blocks by login, and asks for a choice between several accounts', async () => {
      const [one, two] = [
        await addAccount(portal, { email: 'dois@escola.example' }),
        await addAccount(portal, { email: 'dois@escola.example' }),
      ];
      const meant = { login: 'Dois@escola.example' };
      await expect(blockAccount(portal.school, meant, true)).rejects.toThrow(`--conta ${two.id}`);
      const token = await portal.tokenOf(two.id);
      expect(await blockAccount(portal.school, { ...meant, conta: String(two.id) }, true)).toContain('bloqueado');
      expect((await me(token)).status).toBe(401);
      expect((await me(await portal.tokenOf(one.id))).status).toBe(200);
      await expect(blockAccount(portal.school, { login: 'ninguem@escola.example' }, true)).rejects.toThrow(Complaint);
    });
  });
});
