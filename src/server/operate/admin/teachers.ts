import { z } from 'zod';
import { TEACHER_ACTION_ID } from '#lib/rules/people/roles.ts';
import { enrolled } from '../../core/db/people.ts';
import { emailKey } from '../../identity/auth/find-accounts.ts';
import { newAccount } from '../../identity/auth/new-account.ts';
import * as cells from './cells.ts';
import { optional, required } from './columns.ts';
import { addTally, kind, type Row, type Tally, type Task, withoutRepeats } from './import-table.ts';
import { isClosed, isEverybody, managementAmong, OF_STAFF, type Unit, unitsOf } from './look-up.ts';
import { columnsIn, type Fields, firstSaid, merged } from './merge-row.ts';
import { isSomebodyElse, whoIsIt } from './same-person.ts';

const TeacherRow = z.object({
  unidade: cells.optional(cells.text(120)),
  nome: cells.personName,
  email: cells.email,
  telefone: cells.optional(cells.phone),
});

const fields: Fields<{ full_name: string; phone: string | null }> = {
  full_name: { column: 'nome' },
  phone: { column: 'telefone' },
};

/** Teachers, whom classes name by their mail address. Like students, they set their own first password. */
export const teachers = kind({
  columns: {
    unidade: optional('Unidade Centro', 'filial', 'polo', 'escola', 'nome da unidade'),
    nome: required('Marina Lopes', 'nome do professor', 'professor', 'nome completo'),
    email: required('marina.lopes@escola.example', 'e-mail do professor', 'endereço de e-mail', 'correio eletrônico'),
    telefone: optional('(19) 99888-7766', 'celular', 'fone', 'whatsapp'),
  },
  row: TeacherRow,
  async write(task, rows) {
    const unitOf = await unitsOf(task);
    const placed = rows.flatMap((row) => {
      const unit = unitOf(row);
      return unit ? [{ ...row, unit }] : [];
    });
    // One hash for all: a hash costs ten milliseconds on purpose, and nobody knows its password.
    const hash = await task.school.hashes.hash(crypto.randomUUID());
    for (const row of withoutRepeats(task, placed, ({ unit, email }) => `${unit.id}/${emailKey(email)}`)) {
      const before = await knownTeacher(task, row.unit, row.email);
      if (!before && isClosed(task, row)) continue;
      if (!before) await add(task, row, hash);
      else if ((await managementAmong(task, [before.id])).has(before.id)) task.fault(row.line, OF_STAFF, 'email');
      else await change(task, row, before);
      task.done(1);
    }
  },
});

const knownTeacher = ({ tx }: Task, unit: Unit, email: string) =>
  enrolled(tx)
    .select(['users.id', 'users.drive_user_id', 'users.full_name', 'users.phone'])
    .select(['users.imported', 'users.changed_at', 'users.updated_at'])
    .where('users.email_key', '=', emailKey(email))
    .where('drive_users.company_id', '=', unit.id)
    .where('drive_users.papel', 'in', ['professor', 'equipe'])
    .orderBy('users.id')
    .executeTakeFirst();

type Known = NonNullable<Awaited<ReturnType<typeof knownTeacher>>>;

async function change(task: Task, row: Row<z.output<typeof TeacherRow>>, before: Known): Promise<void> {
  const { id, drive_user_id, changed_at: changedAt, updated_at: confirmedAt, ...data } = before;
  // The panel gives and ends roles: a file of every night does not give one back.
  if (isEverybody(task.reach)) await mayTeach(task, id);
  const said = { full_name: row.nome, phone: row.telefone };
  const tally: Tally = { added: 0, changed: 0, same: 0 };
  const changed = merged({ ...task, tally }, row, data, said, fields, { changedAt, confirmedAt });
  const columns = columnsIn(fields, changed ?? {});
  const known = { nome: before.full_name, telefone: before.phone };
  const { nome, telefone, email } = row;
  if (isSomebodyElse({ known, row: { nome, telefone }, taken: columns, conflicts: tally.conflicts })) {
    task.fault(row.line, whoIsIt(`O e-mail ${email}`, { ...before, email: '' }, 'Equipe'), 'email');
    return;
  }
  addTally(task.tally, tally);
  if (changed) await task.tx.updateTable('users').set(changed).where('id', '=', id).execute();
  if (columns.length > 0) task.person(id, columns);
  if (changed?.full_name !== undefined && drive_user_id !== null) {
    await task.tx.updateTable('drive_users').set({ nome: changed.full_name }).where('id', '=', drive_user_id).execute();
  }
}

async function add(
  task: Task,
  row: { unit: Unit; nome: string; email: string; telefone?: string },
  hash: string,
): Promise<void> {
  const { tx, at, tally } = task;
  const enrolled = await tx
    .insertInto('drive_users')
    .values({ company_id: row.unit.id, matricula: 'P', nome: row.nome, papel: 'professor' })
    .returning('id')
    .executeTakeFirstOrThrow();
  // Schools give teachers no number, so this one is unique to the teacher.
  await tx
    .updateTable('drive_users')
    .set({ matricula: `P${enrolled.id}` })
    .where('id', '=', enrolled.id)
    .execute();
  const { id } = await tx
    .insertInto('users')
    .values({
      drive_user_id: enrolled.id,
      email: row.email,
      email_key: emailKey(row.email),
      password_hash: hash,
      full_name: row.nome,
      phone: row.telefone ?? null,
      imported: firstSaid(fields, { full_name: row.nome, phone: row.telefone ?? null }, task),
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
