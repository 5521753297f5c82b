import type { Engine } from '../connection.ts';

/**
 * Whether a student is in no class is a column that triggers maintain, since many operations affect it: classes, imports, moves,
 * ends of courses, joined accounts. It is 1 for a student whose course is active and who is in no class now.
 */
export const withoutClassTriggers = (engine: Engine): string[] => (engine === 'sqlite' ? sqlite() : postgres());

/** The same condition as `isInClass` and the list of students. @param user a row of `users` */
const isWithout = (user: string) => `exists (select 1 from drive_users where drive_users.id = ${user}.drive_user_id
    and drive_users.papel = 'aluno' and drive_users.encerrado_em is null)
  and not exists (select 1 from turma_alunos where turma_alunos.user_id = ${user}.id and turma_alunos.status = 'ativa')`;

const flagOf = (user: string) => `case when ${isWithout(user)} then 1 else 0 end`;

const keep = (people: string) => `update users set is_without_class = ${flagOf('users')}
  where ${people} and is_without_class <> ${flagOf('users')}`;

const OF_ENROLLMENT = 'users.drive_user_id = new.id';
const PLACES = 'status, user_id';
const ENROLLMENTS = 'papel, encerrado_em';

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
    trigger('enrolment_changed', `update of ${ENROLLMENTS} on drive_users`, keep(OF_ENROLLMENT)),
    trigger('person_added', 'insert on users', keep('users.id = new.id')),
    trigger('person_changed', 'update of drive_user_id on users', keep('users.id = new.id')),
  ];
}

/**
 * A person is locked before the classes are read: when two transactions take a student out of the last two classes at once, the
 * second sees the result of the first. A write that does not change a state locks nobody. Callers that change the classes of
 * several people first call `holdPeople`, so that all lock in the same order.
 */
function postgres(): string[] {
  const trigger = (name: string, when: string, body: string) => [
    `create function without_class_${name}() returns trigger language plpgsql as $$ begin ${body} end $$`,
    `create trigger without_class_${name} ${when} for each row execute function without_class_${name}()`,
  ];
  const keepLocked = (people: string) =>
    `perform 1 from users where ${people} order by id for no key update; ${keep(people)};`;
  /** Whether a row puts its student into a class and the row's `other` state did not; a missing state is null. */
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
      `after update of ${ENROLLMENTS} on drive_users`,
      `if ${goesOn('old')} <> ${goesOn('new')} then ${keepLocked(OF_ENROLLMENT)} end if; return null;`,
    ),
    ...trigger(
      'person',
      'before insert or update of drive_user_id on users',
      `new.is_without_class := ${flagOf('new')}; return new;`,
    ),
  ];
}
