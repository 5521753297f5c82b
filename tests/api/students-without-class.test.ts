import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listStudents } from '../../src/lib/contract/students.ts';
import { addAccount } from '../support/accounts.ts';
import { addBills } from '../support/bills.ts';
import { HELENA } from '../support/broadcasts.ts';
import { addClass } from '../support/inbox.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

const STEPS = 150;

/** The same numbers each time. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
}

describe.each(allEngines)('who is in no class, on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  /** People whose row says something else than their classes. */
  const wrong = async () => {
    const { rows } = await sql<{ id: number }>`
      select users.id from users where is_without_class <> case when
        exists (select 1 from drive_users where drive_users.id = users.drive_user_id and papel = 'aluno' and encerrado_em is null)
        and not exists (select 1 from turma_alunos where user_id = users.id and status = 'ativa')
        then 1 else 0 end`.execute(portal.school.db);
    return rows;
  };

  it('the row of a person says it after steps of every kind', async () => {
    const { db } = portal.school;
    expect(await wrong()).toEqual([]);
    const roll = dice(7);
    const people = await Promise.all([1, 2, 3, 4].map(() => addAccount(portal)));
    const classes: number[] = [];
    const places: number[] = [];
    for (const { id } of people) {
      const { turma, aluno } = await addClass(portal, id);
      classes.push(turma);
      places.push(aluno);
    }
    const one = <T>(all: readonly T[]): T => all[roll(all.length)] as T;
    for (let step = 0; step < STEPS; step += 1) {
      const person = one(people);
      const place = one(places);
      const act = roll(7);
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
        const drive_user_id = roll(2) === 0 ? null : person.driveUserId;
        await db.updateTable('users').set({ drive_user_id }).where('id', '=', person.id).execute();
      }
      expect(await wrong()).toEqual([]);
    }
  });

  it('S4 who leaves the two last classes at the same moment is in none', async () => {
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

  it('the list counts each state as it finds its people, few or many', async () => {
    const { id } = await addAccount(portal);
    await addBills(portal, id, [{ vencimento: '2020-01-10' }]);
    const list = async (estado?: string) =>
      (await portal.call(listStudents, { query: { ...(estado && { estado }) } as never }, { as: HELENA })).body;
    const { contagens } = await list();
    for (const [estado, many] of Object.entries(contagens))
      expect([estado, (await list(estado)).total]).toEqual([estado, many]);
    expect(contagens.em_atraso).toBeGreaterThan(0);
    expect(contagens.sem_turma).toBeGreaterThan(0);
  });
});
