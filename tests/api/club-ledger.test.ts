import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { expirePoints } from '../../src/server/club/expire-points.ts';
import { movePoints, reverseEntry } from '../../src/server/club/points.ts';
import { Refusal } from '../../src/server/core/http/refusal.ts';
import { addMember, booksOf, expectBooks, give, take } from '../support/points.ts';
import { FOREVER, type Operation, PointsModel } from '../support/points-model.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

const timeZone = 'America/Sao_Paulo';
const DAY_MS = 86_400_000;
/** PostgreSQL waits for its disk at every transaction. */
const OPERATIONS = { sqlite: 10_000, postgres: 1_000 };
const CHECKED_EVERY = 1_000;

const points = fc.integer({ min: 1, max: 400 });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('give' as const),
      pontos: points,
      days: fc.option(fc.integer({ min: 0, max: 60 })),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('take' as const), pontos: points }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), entry: fc.nat(1_000_000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('repeat' as const), pontos: points }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 9 }) }) },
);

describe.each(allEngines)('the ledger of points on %s (CLUB-14)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  it(`must show: after ${OPERATIONS[engine]} random operations sum of entries = balance = open lots`, async () => {
    const length = OPERATIONS[engine];
    const histories = fc.array(operation, { minLength: length, maxLength: length, size: 'max' });
    await fc.assert(fc.asyncProperty(histories, play), { numRuns: 1, endOnFailure: true });
  });

  it('many short random histories keep sum of entries, balance and open lots equal', async () => {
    const histories = fc.array(operation, { minLength: 1, maxLength: 25 });
    await fc.assert(fc.asyncProperty(histories, play), { numRuns: engine === 'sqlite' ? 100 : 20 });
  });

  it('64 concurrent debits never make the balance negative', async () => {
    const id = await addMember(portal, [[25], [10]]);
    const debits = Array.from({ length: 64 }, () =>
      portal.school.db.transaction().execute((tx) => take(tx, id, 1, portal.clock.now)),
    );
    const results = await Promise.allSettled(debits);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(35);
    expect(await expectBooks(portal, id)).toBe(0);
  });

  it('entries are never changed: only a reversal undoes an entry', async () => {
    const id = await addMember(portal, [[40]]);
    const before = (await booksOf(portal, id)).entries;
    await portal.school.db.transaction().execute((tx) => take(tx, id, 15, portal.clock.now));
    expect((await booksOf(portal, id)).entries.slice(0, 1)).toEqual(before);
    const broken = portal.school.db.updateTable('point_balances').set({ saldo: -1 }).where('user_id', '=', id);
    await expect(broken.execute()).rejects.toThrow();
  });

  async function play(history: readonly Operation[]): Promise<void> {
    const model = new PointsModel();
    const start = new Date('2026-03-10T15:00:00.000Z');
    const at = () => new Date(start.getTime() + model.today * DAY_MS);
    const dayOf = (day: number) =>
      day === FOREVER ? '9999-12-31' : dayIn(timeZone, new Date(start.getTime() + day * DAY_MS));
    const id = await addMember(portal);
    const ids: number[] = [];
    const tx = portal.school.db.transaction();
    for (const [index, each] of history.entries()) {
      await step(each);
      if ((index + 1) % CHECKED_EVERY === 0 || index === history.length - 1) await compare();
    }

    async function step(each: Operation): Promise<void> {
      if (each.kind === 'give') {
        const day = each.days === null ? null : dayOf(model.today + each.days);
        ids.push((await tx.execute((db) => give(db, id, [each.pontos, day], at()))).entry.id);
        model.give(each.pontos, each.days);
      } else if (each.kind === 'take') {
        const entry = await orShort(() => tx.execute((db) => take(db, id, each.pontos, at())));
        expect(entry !== null).toBe(model.take(each.pontos));
        if (entry) ids.push(entry.entry.id);
      } else if (each.kind === 'reverse') {
        await reverse(each.entry);
      } else if (each.kind === 'repeat') {
        await repeat(each.pontos);
      } else {
        model.pass(each.days);
        portal.clock.now = at();
        await expirePoints(portal.school);
        await noteExpiry();
      }
    }

    async function reverse(which: number): Promise<void> {
      const candidates = model.entries.flatMap((entry, index) => (entry.isReversal ? [] : [index]));
      const index = candidates[which % Math.max(1, candidates.length)];
      if (index === undefined) return;
      const entry = await portal.school.db
        .selectFrom('point_entries')
        .selectAll()
        .where('id', '=', ids[index] ?? 0)
        .executeTakeFirstOrThrow();
      const atLeast = dayOf(model.today);
      const done = await orShort(() => tx.execute((db) => reverseEntry(db, entry, { at: at(), atLeast })));
      const wanted = model.reverse(index);
      expect(done === null ? 'short' : done.isNew ? 'moved' : 'known').toBe(wanted);
      if (done?.isNew) ids.push(done.entry.id);
    }

    /** The same thing twice: the second time moves nothing. */
    async function repeat(pontos: number): Promise<void> {
      const movement = { userId: id, pontos, origem: 'campanha', descricao: 'Teste', contra: 'emissao' as const };
      const chave = `teste:${id}:${ids.length}`;
      const once = () => tx.execute((db) => movePoints(db, { ...movement, chave, at: at() }));
      const [one, two] = [await once(), await once()];
      expect([one.isNew, two.isNew, one.entry.id]).toEqual([true, false, two.entry.id]);
      ids.push(one.entry.id);
      model.give(pontos, null);
    }

    async function noteExpiry(): Promise<void> {
      if (ids.length === model.entries.length) return;
      const { id: last } = await portal.school.db
        .selectFrom('point_entries')
        .select('id')
        .where('user_id', '=', id)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      ids.push(last);
    }

    async function compare(): Promise<void> {
      expect(await expectBooks(portal, id)).toBe(model.saldo);
      const rows = await portal.school.db
        .selectFrom('point_lots')
        .select(({ fn }) => ['expira_em', fn.sum<number | string>('restante').as('restante')])
        .where('user_id', '=', id)
        .where('restante', '>', 0)
        .groupBy('expira_em')
        .orderBy('expira_em')
        .execute();
      expect(rows.map(({ expira_em, restante }) => [expira_em, Number(restante)])).toEqual(
        model.open.map(([day, left]) => [dayOf(day), left]),
      );
    }
  }
});

async function orShort<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'points_short') return null;
    throw error;
  }
}
