import { emailKey } from '#lib/rules/account/email-key.ts';
import { TEACHER_ACTION_ID } from '#lib/rules/people/roles.ts';
import { enrolled } from '../../core/db/people.ts';
import { newAccount } from '../../identity/auth/new-account.ts';
import * as cells from './cells.ts';
import { blanksOf, fieldsOf, key, optional, type RowOf, required, storedOf, valuesOf } from './column.ts';
import { defined, kind, type Row, type Task, withoutRepeats } from './import.ts';
import {
  isClosed,
  isEverybody,
  isSomebodyElse,
  managementAmong,
  OF_STAFF,
  placed,
  type Unit,
  unitColumn,
  whoIsIt,
} from './look-up.ts';
import { columnsIn, firstSaid, merged } from './merge.ts';
import { addTally, type Tally } from './tally.ts';

const columns = {
  unidade: unitColumn,
  nome: required('users.full_name', cells.personName, 'Marina Lopes', 'nome do professor, professor, nome completo'),
  email: key(
    'users.email',
    cells.email,
    'marina.lopes@escola.example',
    'e-mail do professor, endereço de e-mail, correio eletrônico',
  ),
  telefone: optional('users.phone', cells.phone, '(19) 99888-7766', 'celular, fone, whatsapp'),
};
type TeacherRow = Row<RowOf<typeof columns>> & { unit: Unit };
const fields = fieldsOf(columns, 'users');

/** Teachers, whom classes name by their mail address. Like students, they set their own first password. */
export const teachers = kind({
  columns,
  async write(task, rows) {
    const all = await placed(task, rows);
    // One hash for all, because a hash deliberately takes ten milliseconds; nobody knows its password.
    const hash = await task.school.hashes.hash(crypto.randomUUID());
    for (const row of withoutRepeats(task, all, ({ unit, email }) => `${unit.id}/${emailKey(email)}`)) {
      const before = await knownTeacher(task, row.unit, row.email);
      if (!before && isClosed(task, row)) continue;
      if (!before) await add(task, row, hash);
      else if ((await managementAmong(task, [before.id])).has(before.id)) task.fault(row.line, OF_STAFF, 'email');
      else await change(task, row, before);
      task.done(1);
    }
  },
  exported: (db, pick) => pick(enrolled(db).where('drive_users.papel', '=', 'professor').orderBy('users.id')),
});

const knownTeacher = ({ tx }: Task, unit: Unit, email: string) =>
  enrolled(tx)
    .select(['users.id', 'users.drive_user_id', 'users.imported', 'users.changed_at', 'users.updated_at'])
    .select(storedOf(columns, 'users'))
    .where('users.email_key', '=', emailKey(email))
    .where('drive_users.company_id', '=', unit.id)
    .where('drive_users.papel', 'in', ['professor', 'equipe'])
    .orderBy('users.id')
    .executeTakeFirst();

type Known = NonNullable<Awaited<ReturnType<typeof knownTeacher>>>;

async function change(task: Task, row: TeacherRow, before: Known): Promise<void> {
  const { id, drive_user_id, changed_at: changedAt, updated_at: confirmedAt, ...data } = before;
  // Roles are given and ended in the panel: a nightly file must not give an ended role back.
  if (isEverybody(task.reach)) await mayTeach(task, id);
  const tally: Tally = { added: 0, changed: 0, same: 0 };
  const changed = merged({ ...task, tally }, row, data, valuesOf(columns, row, 'users'), fields, {
    changedAt,
    confirmedAt,
  });
  const taken = columnsIn(fields, changed ?? {});
  const known = { nome: before.full_name, telefone: before.phone };
  const { nome, telefone, email } = row;
  if (isSomebodyElse({ known, row: { nome, telefone }, taken, conflicts: tally.conflicts })) {
    task.fault(row.line, whoIsIt(`O e-mail ${email}`, { ...before, email: '' }, 'Equipe'), 'email');
    return;
  }
  addTally(task.tally, tally);
  if (changed) await task.tx.updateTable('users').set(changed).where('id', '=', id).execute();
  if (taken.length > 0) task.person(id, taken);
  if (changed?.full_name !== undefined && drive_user_id !== null) {
    await task.tx.updateTable('drive_users').set({ nome: changed.full_name }).where('id', '=', drive_user_id).execute();
  }
}

async function add(task: Task, row: TeacherRow, hash: string): Promise<void> {
  const { tx, at, tally } = task;
  const enrolled = await tx
    .insertInto('drive_users')
    .values({ company_id: row.unit.id, matricula: 'P', nome: row.nome, papel: 'professor' })
    .returning('id')
    .executeTakeFirstOrThrow();
  // Schools give teachers no number, so a unique one is generated.
  await tx
    .updateTable('drive_users')
    .set({ matricula: `P${enrolled.id}` })
    .where('id', '=', enrolled.id)
    .execute();
  const said = { ...blanksOf(columns, 'users'), ...defined(valuesOf(columns, row, 'users')) };
  const { id } = await tx
    .insertInto('users')
    .values({
      drive_user_id: enrolled.id,
      email: row.email,
      email_key: emailKey(row.email),
      password_hash: hash,
      ...said,
      imported: firstSaid(fields, said, task),
      ...newAccount,
      created_at: at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  task.person(id, 'added');
  await mayTeach({ tx }, id);
  tally.added += 1;
}

/** Gives a teacher's rights, such as checking tickets at a door. */
const mayTeach = ({ tx }: Pick<Task, 'tx'>, user_id: number) =>
  tx
    .insertInto('user_actions')
    .values({ user_id, action_id: TEACHER_ACTION_ID })
    .onConflict((known) => known.columns(['user_id', 'action_id']).doNothing())
    .execute();
