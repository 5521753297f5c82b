import { type Kysely, sql } from 'kysely';
import type { Step } from '../migrate.ts';
import { isBroken } from './0051-people-indexes.ts';
import { lockTables } from './lock-tables.ts';

/**
 * What the list of students counts is found by an index: who never logged in or has not for long, and who is in no class. The
 * last is a column that triggers keep, since many hands change what it hangs on: classes, imports, moves, ends of courses,
 * joined accounts. It is 1 for a student whose course goes on and who is in no class now. PostgreSQL makes every reader of
 * `users` wait for this step, so it fills nothing there: `countsOfStudentsFilled` does.
 */
export const countsOfStudents: Step = {
  name: '0112-counts-of-students',
  async up(db, { engine, flag }) {
    if (engine === 'postgres') {
      await lockTables(db, [
        ['users', 'access exclusive'],
        ['drive_users, turma_alunos', 'share row exclusive'],
      ]);
    }
    await db.schema.alterTable('users').addColumn('is_without_class', 'integer', flag).execute();
    for (const statement of engine === 'sqlite' ? sqlite() : postgres()) await run(db, statement);
    if (engine === 'postgres') return;
    await run(db, `update users set is_without_class = 1 where ${isWithout('users')}`);
    for (const [name, rows] of Object.entries(INDEXES)) await run(db, `create index ${name} on ${rows}`);
  },
};

const INDEXES = {
  users_without_class: 'users (school_id) where is_without_class = 1',
  users_seen: 'users (school_id, last_seen_at)',
};
/** So many people are filled at once, and others write between the portions. */
const PORTION = 2_000;

/** Fills the column for who was there before, and makes the indexes. People go on to log in and to write meanwhile. */
export const countsOfStudentsFilled: Step = {
  name: '0112-counts-of-students-filled',
  async up(_db, { engine }, outside) {
    if (engine === 'sqlite') return;
    // People whose row somebody is writing come last.
    while ((await fill(outside, 'skip locked')) > 0);
    while ((await fill(outside, '')) > 0);
    for (const [name, rows] of Object.entries(INDEXES)) {
      if (await isBroken(outside, name)) await run(outside, `drop index concurrently ${name}`);
      await run(outside, `create index concurrently if not exists ${name} on ${rows}`);
    }
  },
};

/**
 * Holds some people first and looks at their classes by the next statement: who came into a class meanwhile is seen there.
 *
 * @returns how many were held
 */
const fill = (db: Kysely<unknown>, others: string): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`select id from users
      where is_without_class = 0 and ${sql.raw(isWithout('users'))}
      order by id limit ${sql.lit(PORTION)} for no key update of users ${sql.raw(others)}`.execute(tx);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) {
      await run(tx, `update users set is_without_class = 1 where id in (${ids}) and ${isWithout('users')}`);
    }
    return ids.length;
  });

const run = (db: Kysely<unknown>, statement: string) => sql.raw(statement).execute(db);

/** As `isInClass` and the list of students have it. @param user a row of `users` */
const isWithout = (user: string) => `exists (select 1 from drive_users where drive_users.id = ${user}.drive_user_id
    and drive_users.papel = 'aluno' and drive_users.encerrado_em is null)
  and not exists (select 1 from turma_alunos where turma_alunos.user_id = ${user}.id and turma_alunos.status = 'ativa')`;

const flagOf = (user: string) => `case when ${isWithout(user)} then 1 else 0 end`;

const keep = (people: string) => `update users set is_without_class = ${flagOf('users')}
  where ${people} and is_without_class <> ${flagOf('users')}`;

const OF_ENROLMENT = 'users.drive_user_id = new.id';
const PLACES = 'status, user_id';
const ENROLMENTS = 'papel, encerrado_em';

function sqlite(): string[] {
  const trigger = (name: string, when: string, ...steps: string[]) =>
    `create trigger without_class_${name} after ${when} begin ${steps.map((step) => `${step};`).join(' ')} end`;
  return [
    trigger('place_added', 'insert on turma_alunos', keep('users.id = new.user_id')),
    trigger('place_gone', 'delete on turma_alunos', keep('users.id = old.user_id')),
    trigger(
      'place_changed',
      `update of ${PLACES} on turma_alunos`,
      keep('users.id = new.user_id'),
      keep('users.id = old.user_id'),
    ),
    trigger('enrolment_changed', `update of ${ENROLMENTS} on drive_users`, keep(OF_ENROLMENT)),
    trigger('person_added', 'insert on users', keep('users.id = new.id')),
    trigger('person_changed', 'update of drive_user_id on users', keep('users.id = new.id')),
  ];
}

/**
 * A person is locked before the classes are looked at: of two who take a student out of the two last classes at once, the
 * second one sees what the first one did. Nobody is locked by what changes no state. Who changes classes of several people
 * calls `holdPeople` first, so that all lock in one order.
 */
function postgres(): string[] {
  const trigger = (name: string, when: string, body: string) => [
    `create function without_class_${name}() returns trigger language plpgsql as $$ begin ${body} end $$`,
    `create trigger without_class_${name} ${when} for each row execute function without_class_${name}()`,
  ];
  const keepLocked = (people: string) =>
    `perform 1 from users where ${people} order by id for no key update; ${keep(people)};`;
  /** Whether a row puts its student into a class, and the `other` state of the row did not. There is none: it is null. */
  const counts = (row: string, other: string) => `${row}.status = 'ativa'
    and (${other}.status is distinct from 'ativa' or ${other}.user_id is distinct from ${row}.user_id)`;
  const goesOn = (row: string) => `(${row}.papel = 'aluno' and ${row}.encerrado_em is null)`;
  return [
    ...trigger(
      'place',
      `after insert or delete or update of ${PLACES} on turma_alunos`,
      `if ${counts('new', 'old')} then ${keepLocked('users.id = new.user_id')} end if;
       if ${counts('old', 'new')} then ${keepLocked('users.id = old.user_id')} end if;
       return null;`,
    ),
    ...trigger(
      'enrolment',
      `after update of ${ENROLMENTS} on drive_users`,
      `if ${goesOn('old')} <> ${goesOn('new')} then ${keepLocked(OF_ENROLMENT)} end if; return null;`,
    ),
    ...trigger(
      'person',
      'before insert or update of drive_user_id on users',
      `new.is_without_class := ${flagOf('new')}; return new;`,
    ),
  ];
}
