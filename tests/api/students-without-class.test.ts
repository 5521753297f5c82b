import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setEnrollments } from '../../src/server/study/teaching/enroll-students.ts';
import { addAccount } from '../support/accounts.ts';
import { addBills } from '../support/bills.ts';
import { HELENA } from '../support/broadcasts.ts';
import { addClass } from '../support/inbox.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addUnit } from '../support/staff.ts';

const STEPS = 150;

/** The same numbers each time. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
}

describe.each(allEngines)('people without a class, on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  /** People whose mark differs from their classes. */
  const wrong = async () => {
    const { rows } = await sql<{ id: number }>`
      select users.id from users where is_without_class <> case when
        exists (select 1 from drive_users where drive_users.id = users.drive_user_id and papel = 'aluno' and encerrado_em is null)
        and not exists (select 1 from turma_alunos where user_id = users.id and status = 'ativa')
        then 1 else 0 end`.execute(portal.school.db);
    return rows;
  };

  it('the mark of people without a class is right after random changes', async () => {
    const { db } = portal.school;
    expect(await wrong()).toEqual([]);
    const random = dice(7);
    const people = await Promise.all([1, 2, 3, 4].map(() => addAccount(portal)));
    const classes: number[] = [];
    const places: number[] = [];
    for (const { id } of people) {
      const { turma, aluno } = await addClass(portal, id);
      classes.push(turma);
      places.push(aluno);
    }
    const one = <T>(all: readonly T[]): T => all[random(all.length)] as T;
    for (let step = 0; step < STEPS; step += 1) {
      const person = one(people);
      const place = one(places);
      const act = random(7);
      if (act === 0) {
        const values = { turma_id: one(classes), user_id: person.id, status: 'ativa' as const };
        const made = await db
          .insertInto('turma_alunos')
          .values(values)
          .onConflict((known) => known.doNothing())
          .returning('id')
          .executeTakeFirst();
        if (made) places.push(made.id);
      }
      if (act === 1) await db.deleteFrom('turma_alunos').where('id', '=', place).execute();
      if (act === 2 || act === 3) {
        const status = act === 2 ? 'ativa' : 'trancada';
        await db.updateTable('turma_alunos').set({ status }).where('id', '=', place).execute();
      }
      if (act === 4 || act === 5) {
        const encerrado_em = act === 4 ? '2026-11-01' : null;
        await db.updateTable('drive_users').set({ encerrado_em }).where('id', '=', person.driveUserId).execute();
      }
      if (act === 6) {
        const drive_user_id = random(2) === 0 ? null : person.driveUserId;
        await db.updateTable('users').set({ drive_user_id }).where('id', '=', person.id).execute();
      }
      expect(await wrong()).toEqual([]);
    }
  });

  it('S4 a student who concurrently leaves the two last classes is without a class', async () => {
    const { db } = portal.school;
    const { id } = await addAccount(portal);
    const rows = [await addClass(portal, id), await addClass(portal, id)];
    const out = rows.map(({ aluno }) =>
      db.transaction().execute(async (tx) => {
        await tx.updateTable('turma_alunos').set({ status: 'concluida' }).where('id', '=', aluno).execute();
        await tx.selectFrom('users').select('id').where('id', '=', id).execute();
      }),
    );
    await Promise.all(out);
    expect(await wrong()).toEqual([]);
    const row = db.selectFrom('users').select('is_without_class').where('id', '=', id);
    expect(await row.executeTakeFirst()).toEqual({ is_without_class: true });
  });

  it('concurrent changes of class and unit of a student both succeed', async () => {
    const { db } = portal.school;
    const unidade_id = await addUnit(portal, 'Rua de Cima');
    for (let round = 0; round < 6; round += 1) {
      const { id } = await addAccount(portal);
      const { aluno } = await addClass(portal, id);
      const move = { unidade_id, motivo: 'Mudou de bairro', encerrar_turmas: true };
      const answers = await Promise.all([
        portal.ops.teaching.updateEnrollment({ id: aluno, status: 'trancada' }, { as: HELENA }),
        portal.ops.students.moveStudent({ id, ...move }, { as: HELENA }),
      ]);
      for (const { status, body } of answers) expect([200, 409], JSON.stringify(body)).toContain(status);
      const row = db.selectFrom('turma_alunos').select('status').where('id', '=', aluno);
      expect(await row.executeTakeFirst()).toEqual({ status: 'trancada' });
    }
    expect(await wrong()).toEqual([]);
  });

  it.skipIf(engine === 'sqlite')(
    'holds the person before the class, and holds nobody for what changes no state',
    async () => {
      const { db } = portal.school;
      const { id } = await addAccount(portal);
      const { aluno } = await addClass(portal, id);
      const pending: Promise<unknown>[] = [];
      const waiting = async () =>
        (
          await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            db,
          )
        ).rows.length;
      /** Whether another connection can lock the row now. */
      const isFree = async (table: 'users' | 'turma_alunos', row: number) => {
        const taken = await db.selectFrom(table).select('id').where('id', '=', row).forUpdate().skipLocked().execute();
        return taken.length === 1;
      };
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('turma_alunos')
          .set({ status: 'ativa', ate: null, user_id: id })
          .where('id', '=', aluno)
          .execute();
        expect(await isFree('users', id)).toBe(true);
      });
      await db.transaction().execute(async (held) => {
        await held.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute();
        const out = db.transaction().execute((tx) => setEnrollments(tx, portal.school.now(), [aluno], 'trancada'));
        await expect.poll(() => waiting(), { interval: 20 }).toBe(1);
        expect(await isFree('turma_alunos', aluno)).toBe(true);
        pending.push(out);
      });
      await Promise.all(pending);
      expect(await wrong()).toEqual([]);
    },
  );

  it('the list counts in each state the people that it lists, few or many', async () => {
    const { id } = await addAccount(portal);
    await addBills(portal, id, [{ vencimento: '2020-01-10' }]);
    const list = async (estado?: string) =>
      (await portal.ops.students.listStudents({ ...(estado && { estado }) } as never, { as: HELENA })).body;
    const { contagens } = await list();
    for (const [estado, many] of Object.entries(contagens))
      expect([estado, (await list(estado)).total]).toEqual([estado, many]);
    expect(contagens.em_atraso).toBeGreaterThan(0);
    expect(contagens.sem_turma).toBeGreaterThan(0);
  });
});
