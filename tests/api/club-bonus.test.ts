import { fork } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../src/lib/page/operations.ts';
import { giveBonuses } from '../../src/server/club/bonuses.ts';
import { reverseEntry } from '../../src/server/club/points.ts';
import { SECRET } from '../support/bare-env.ts';
import { sharedDatabase } from '../support/databases.ts';
import { addMember, booksOf, expectBooks, take, withKey } from '../support/points.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const HELENA = 7;
const DAY = 86_400_000;

type Body = InputOf<'club.createBonus'>;

describe.each(engines)('bonus points for a group on %s', (engine) => {
  let portal: TestSchool;
  let unit: number;
  let members: number[];
  beforeAll(async () => {
    portal = await openTestSchool(engine, { limits: noLimits });
    unit = await addUnit(portal, 'KNN Bônus');
    members = [];
    for (let round = 0; round < 30; round += 1) members.push(await addMember(portal, [[10]], { company: unit }));
    await addMember(portal, [], { company: unit, is_club: false });
    await addMember(portal, [], { company: unit, is_blocked: true });
  });
  afterAll(() => portal.close());

  const ofUnit = (more: Partial<Body> = {}): Body => ({
    alvo: 'unidade',
    alvo_id: unit,
    pontos: 50,
    motivo: 'Festa junina',
    expira_em: '2031-12-31',
    pessoas_vistas: 30,
    ...more,
  });
  const create = (body: Body, as = HELENA, key?: string) =>
    portal.ops.club.createBonus(body, withKey({ as, ...(key && { key }) }));
  const undo = (id: number, as = HELENA) => portal.ops.club.undoBonus({ id }, withKey({ as }));
  const stateOf = async (id: number, as = HELENA) =>
    (await portal.ops.club.listBonuses({ limit: 100 }, { as })).body.items.find((each) => each.id === id);

  it('a preview shows who would get a bonus, and a group that changed since is refused', async () => {
    const preview = await portal.ops.club.previewBonus({ alvo: 'unidade', alvo_id: unit, pontos: 50 }, { as: HELENA });
    expect(preview.body).toEqual({ alvo: 'KNN Bônus', pessoas: 30, soma: 1500, ja_dado: false });
    expect((await create(ofUnit({ pessoas_vistas: 29 }))).body.code).toBe('group_changed');
    expect((await create(ofUnit({ expira_em: '2020-01-01' }))).body.fields).toHaveProperty('expira_em');
    expect((await create(ofUnit({ alvo_id: 9_999 }))).body.fields).toHaveProperty('alvo');
    expect((await create(ofUnit({ pontos: 0 }))).status).toBe(422);
    expect((await create(ofUnit({ motivo: ' ' }))).status).toBe(422);
  });

  it('each member gets a bonus and its notice once, and an undo within a day takes unspent points back', async () => {
    const key = 'a-bonus-of-one-intent';
    const [{ body: bonus }] = await Promise.all([create(ofUnit(), HELENA, key), create(ofUnit(), HELENA, key)]);
    await Promise.all([giveBonuses(portal.school), giveBonuses(portal.school)]);
    await giveBonuses(portal.school);
    expect(await stateOf(bonus.id)).toMatchObject({ estado: 'dado', pessoas: 30, voltaram: 0 });
    for (const id of members) expect(await expectBooks(portal, id)).toBe(60);
    const [first = 0, second = 0] = members;
    const notified = (await portal.ops.inbox.listNotices({ limit: 5 }, { as: first })).body.items;
    expect(notified.map(({ title, body }) => [title, body])).toEqual([['Você ganhou 50 pontos', 'Festa junina']]);

    await portal.school.db.transaction().execute((tx) => take(tx, first, 40, portal.clock.now));
    expect((await undo(bonus.id)).body.estado).toBe('desfazendo');
    await Promise.all([giveBonuses(portal.school), giveBonuses(portal.school)]);
    await giveBonuses(portal.school);
    expect(await stateOf(bonus.id)).toMatchObject({
      estado: 'desfeito',
      pessoas: 30,
      voltaram: 29,
      pode_desfazer: false,
    });
    expect([await expectBooks(portal, first), await expectBooks(portal, second)]).toEqual([20, 10]);
    expect((await undo(bonus.id)).body.code).toBe('bonus_kept');
  });

  it('a bonus cannot be undone after a day', async () => {
    const { body } = await create(ofUnit());
    await giveBonuses(portal.school);
    portal.clock.advance(DAY);
    expect((await undo(body.id)).body.code).toBe('bonus_kept');
  });

  it('the same bonus is given twice within a day only after confirmation', async () => {
    const body = ofUnit({ motivo: 'Gincana' });
    const both = await Promise.all([create(body), create(body, await addStaff(portal))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'bonus_repeated',
      detail: expect.stringContaining('Este bônus já foi dado hoje'),
    });
    const query = { alvo: 'unidade' as const, alvo_id: unit, pontos: 50, motivo: 'Gincana' };
    expect((await portal.ops.club.previewBonus(query, { as: HELENA })).body.ja_dado).toBe(true);
    expect((await create(ofUnit({ motivo: 'Outra' }))).status).toBe(200);
    expect((await create({ ...body, repetir: true })).status).toBe(200);
    portal.clock.advance(DAY);
    expect((await create(body)).status).toBe(200);
    await giveBonuses(portal.school);
  });

  it('an undone bonus counts and notifies only members whose points were not reversed before', async () => {
    const { body } = await create(ofUnit({ motivo: 'Engano' }));
    await giveBonuses(portal.school);
    const { db } = portal.school;
    const [first = 0] = members;
    const entry = await db
      .selectFrom('point_entries')
      .selectAll()
      .where('chave', '=', `bonus:${body.id}:user:${first}`)
      .executeTakeFirstOrThrow();
    const at = portal.clock.now;
    await db.transaction().execute((tx) => reverseEntry(tx, entry, { at, atLeast: '2031-01-01' }));
    await undo(body.id);
    await giveBonuses(portal.school);
    await giveBonuses(portal.school);
    expect(await stateOf(body.id)).toMatchObject({ estado: 'desfeito', pessoas: 30, voltaram: 29 });
    const notified = (await portal.ops.inbox.listNotices({ limit: 5 }, { as: first })).body.items;
    expect(notified[0]?.title).toBe('Você ganhou 50 pontos');
  });

  it('a bonus reaches only the units of the giver, and never the giver', async () => {
    const elsewhere = await addUnit(portal, 'KNN Longe');
    const own = await addMember(portal, [], { company: elsewhere });
    const giver = await addStaff(portal, { company: elsewhere, units: [elsewhere] });
    await portal.school.db.updateTable('users').set({ is_club: true }).where('id', '=', giver).execute();
    const all = { alvo: 'todos' as const, pontos: 5 };
    expect((await portal.ops.club.previewBonus(all, { as: giver })).body.pessoas).toBe(1);
    expect((await create(ofUnit(), giver)).body.fields).toHaveProperty('alvo');
    const { body } = await create({ ...all, motivo: 'Oi', pessoas_vistas: 1 }, giver);
    await giveBonuses(portal.school);
    expect([await expectBooks(portal, own), await expectBooks(portal, giver)]).toEqual([5, 0]);
    const other = await addStaff(portal, { company: unit, units: [unit] });
    expect(await stateOf(body.id, other)).toBeUndefined();
    expect((await undo(body.id, other)).status).toBe(404);
    const without = await addStaff(portal, { rights: ['pedidos'] });
    expect((await create(ofUnit(), without)).status).toBe(403);
  });
});

it.each(engines)(
  'must show: on %s a bonus whose job is killed again and again reaches each member once',
  async (engine) => {
    const { env, remove } = await sharedDatabase(engine);
    const settings = { NODE_ENV: 'test', SECRET, DEMO: 'on', ...env };
    const first = await openTestSchool(engine, { env });
    const unit = await addUnit(first, 'KNN Queda');
    const members: number[] = [];
    for (let round = 0; round < 400; round += 1) members.push(await addMember(first, [], { company: unit }));
    const { body } = await first.ops.club.createBonus(
      { alvo: 'unidade', alvo_id: unit, pontos: 7, motivo: 'Queda', pessoas_vistas: 400 },
      withKey({ as: HELENA }),
    );
    await first.close();
    for (let round = 0; round < 4; round += 1) await giveAndDie({ ...process.env, ...settings });
    const portal = await openTestSchool(engine, { env });
    const halfWay = await portal.school.db.selectFrom('point_batches').select('dados').executeTakeFirstOrThrow();
    expect(halfWay.dados % 25).toBe(0);
    for (let round = 0; round < 3; round += 1) await giveBonuses(portal.school);
    for (const id of members) expect((await booksOf(portal, id)).entries.map(({ pontos }) => pontos)).toEqual([7]);
    const row = await portal.school.db
      .selectFrom('point_batches')
      .select(['dados', 'status'])
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ dados: 400, status: 'dado' });
    const notices = await portal.school.db
      .selectFrom('notices')
      .select('user_id')
      .where('title', '=', 'Você ganhou 7 pontos')
      .execute();
    expect(notices.map(({ user_id }) => user_id).toSorted((a, b) => a - b)).toEqual(members.toSorted((a, b) => a - b));
    await portal.close();
    await remove();
  },
);

/** Starts a process that gives points and kills it at a random moment. */
function giveAndDie(env: NodeJS.ProcessEnv): Promise<void> {
  const child = fork('tests/support/bonus-process.ts', { env, stdio: 'inherit' });
  child.once('message', () => setTimeout(() => child.kill('SIGKILL'), Math.random() * 60));
  return new Promise((done) => child.once('exit', () => done()));
}
