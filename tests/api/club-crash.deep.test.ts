import { fork } from 'node:child_process';
import { expect, it } from 'vitest';
import { redemptionKey } from '../../src/server/club/redemptions.ts';
import { SECRET } from '../support/bare-env.ts';
import { sharedDatabase } from '../support/databases.ts';
import { booksOf, expectBooks } from '../support/points.ts';
import { engines, openTestSchool } from '../support/school.ts';

const ANA = 1;
const REWARD = 8;
const KILLS = 20;
/** On a busy machine a short life does nothing: each process lives longer than the one before. */
const MAX_MS = 120;
const MORE_MS = 20;

interface Acknowledged {
  entry?: number;
  pontos?: number;
  cancelled?: number;
}

/** Starts a process that moves points and kills it at a random moment. @returns what it had confirmed */
function moveAndDie(env: Record<string, string>, deaths: number): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  const child = fork('tests/support/points-process.ts', { env: { ...process.env, ...env }, stdio: 'inherit' });
  child.once('message', () => setTimeout(() => child.kill('SIGKILL'), Math.random() * (MAX_MS + deaths * MORE_MS)));
  child.on('message', (each) => acknowledged.push(each as Acknowledged));
  return new Promise((done, fail) => {
    child.once('exit', (code, signal) =>
      signal === 'SIGKILL' ? done(acknowledged) : fail(new Error(`The process ended by itself, with ${code}`)),
    );
  });
}

it.each(engines)(
  'must show: %s, killed 20 times while points move, loses nothing that was answered, and the books are right',
  async (engine) => {
    const { env, remove } = await sharedDatabase(engine);
    const settings = { NODE_ENV: 'test', SECRET, DEMO: 'on', ...env };
    const first = await openTestSchool(engine, { env });
    await first.school.db.updateTable('rewards').set({ estoque: 100_000 }).where('id', '=', REWARD).execute();
    // So many manual points require re-authentication, which this process cannot do.
    await first.school.db.updateTable('schools').set({ confirma_pontos: 1_000_000_000 }).execute();
    await first.close();
    const acknowledged: Acknowledged[] = [];
    for (let round = 0; round < KILLS; round += 1) acknowledged.push(...(await moveAndDie(settings, round)));
    const portal = await openTestSchool(engine, { env });
    const { db } = portal.school;
    const { entries } = await booksOf(portal, ANA);
    const points = new Map(entries.map(({ id, pontos }) => [id, pontos]));
    for (const { entry, pontos } of acknowledged) if (entry) expect(points.get(entry)).toBe(pontos);
    expect(acknowledged.length).toBeGreaterThan(KILLS);
    await expectBooks(portal, ANA);

    const orders = await db.selectFrom('redemptions').selectAll().where('user_id', '=', ANA).execute();
    const state = new Map(orders.map(({ id, status }) => [id, status]));
    for (const { cancelled } of acknowledged) if (cancelled) expect(state.get(cancelled)).toBe('cancelado');
    const paid = await db.selectFrom('point_entries').select(['id', 'chave']).where('origem', '=', 'resgate').execute();
    expect(paid.map(({ chave }) => chave).toSorted()).toEqual(orders.map(({ id }) => redemptionKey(id)).toSorted());
    const active = orders.filter(
      ({ reward_id, status, id }) => reward_id === REWARD && status !== 'cancelado' && id > 4,
    );
    const { estoque } = await db
      .selectFrom('rewards')
      .select('estoque')
      .where('id', '=', REWARD)
      .executeTakeFirstOrThrow();
    expect(estoque).toBe(100_000 - active.length);
    await portal.close();
    await remove();
  },
);
