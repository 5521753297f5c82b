import { emailKey } from '#lib/rules/account/email-key.ts';
import type { RegistrationChange } from '#lib/rules/people/registration-change.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { guardianCpfWords } from '#lib/words/account-changes.ts';
import { enrolled } from '../../core/db/people.ts';
import { updateEach } from '../../core/db/update-each.ts';
import { noteSchoolChange, prepareSchoolChange } from '../../identity/account/change-email.ts';
import { isLeft } from '../../identity/account/email-changes.ts';
import {
  type ChangedPerson,
  findProtectedChange,
  noteRegistrationChange,
  prepareChange,
} from '../../identity/account/registration-changes.ts';
import { columnsOfCountry, isOwnGuardian } from '../../identity/account/registration-columns.ts';
import { guardianIn } from '../../identity/auth/guardian-of.ts';
import { storedOf } from './column.ts';
import type { Task } from './import.ts';
import { isSomebodyElse, whoIsIt } from './look-up.ts';
import { columnsIn, differences, mergeRow } from './merge.ts';
import { columns, fields, type Student, type statedIn } from './student.ts';
import { addTally, type Tally } from './tally.ts';

type Known = Awaited<ReturnType<typeof readKnown>>[number];
type PersonData = Omit<
  Known,
  'id' | 'drive_user_id' | 'company_id' | 'matricula' | 'brand' | 'email_verified' | 'changed_at' | 'updated_at'
>;

/** A row of the file and its account. */
export interface Meeting {
  before: Known;
  stated: NonNullable<ReturnType<typeof statedIn>>;
  student: Student;
}

/** What a row changes in its account. */
interface Change extends Meeting {
  changed: Partial<PersonData> | null;
  values: Partial<PersonData>;
  /** The protected change of which the previous guardian, or the person, is notified (0157). */
  protectedFields: RegistrationChange | null;
  /** The counts to add once it is written. */
  tally: Tally;
}

/** Writes what rows change in accounts that are there, with few statements for many rows. */
export async function changeStudents(task: Task, meetings: readonly Meeting[]): Promise<void> {
  const changes: Change[] = [];
  for (const meeting of meetings) {
    const change = await weigh(task, meeting);
    if (isAboutSomebodyElse(change)) {
      const { before, student } = meeting;
      task.fault(student.line, whoIsIt(`A matrícula “${before.matricula}”`, before, 'Alunos'), 'matricula');
    } else if (!change.changed && !change.values.imported) count(task, change);
    else if (change.changed?.email_key !== undefined || change.protectedFields) await writeAndNotify(task, change);
    else changes.push(change);
  }
  await write(task, changes);
}

async function weigh(task: Task, meeting: Meeting): Promise<Change> {
  const { before, stated, student } = meeting;
  const isOther = stated.email !== undefined && stated.email_key !== before.email_key;
  const keepsEmail = isOther && (await isLeft(task.tx, before.id, stated.email ?? ''));
  if (keepsEmail) task.keep(student.line, 'com e-mail que o aluno já trocou no portal');
  const said = keepsEmail ? { ...stated, email: undefined, email_key: undefined } : stated;
  const times = { changedAt: before.changed_at, confirmedAt: before.updated_at };
  const tally: Tally = { added: 0, changed: 0, same: 0 };
  const own = { ...task, tally };
  const { taken: won, ...word } = mergeRow<PersonData>(own, student, before, said, fields, times);
  // Fields that depend on the country change together with it.
  const taken = won.country === undefined ? won : { ...won, ...columnsOfCountry(won.country) };
  const changed = differences(own, before as PersonData, taken);
  const protectedFields = await protectedChange(task, before, changed);
  return { ...meeting, changed, values: { ...changed, ...word }, protectedFields, tally };
}

const personOf = (before: Known): ChangedPerson => ({ ...before, guardian: guardianIn(before.guardian) });

function protectedChange(task: Task, before: Known, changed: Partial<PersonData> | null) {
  const { guardian, cpf, birth_date } = changed ?? {};
  const next = { cpf, birth_date, guardian: guardian === undefined ? undefined : guardianIn(guardian) };
  const today = dayIn(task.school.config.SCHOOL_TIME_ZONE, task.at);
  return findProtectedChange(task.tx, personOf(before), next, { today, now: task.at });
}

const isAboutSomebodyElse = ({ before, student, changed, tally }: Change): boolean =>
  isSomebodyElse({
    known: { nome: before.full_name, email: before.email && before.email_key, cpf: before.cpf },
    row: { nome: student.nome, email: student.email && emailKey(student.email), cpf: student.cpf },
    taken: columnsIn(fields, changed ?? {}),
    conflicts: tally.conflicts,
  });

async function write(task: Task, changes: readonly Change[]): Promise<void> {
  const rows = changes.map(({ before, values }) => ({ id: before.id, values, still: stillOf(before) }));
  const written = await updateEach(task.tx, 'users', rows);
  const [done, overtaken] = [[], []] as [Change[], Change[]];
  for (const change of changes) (written.has(change.before.id) ? done : overtaken).push(change);
  await follow(task, done);
  await meetAgain(task, overtaken);
}

/** The write succeeds only if the data were not changed or confirmed meanwhile. */
const stillOf = ({ changed_at, updated_at }: Known) => ({ changed_at, updated_at });

/**
 * Writes a change with notifications. If an account changes its mailbox, its person is notified and verifies the new one. If the
 * guardian, CPF or birth date of a minor changes, the previous guardian is notified, and a new guardian has to confirm.
 */
async function writeAndNotify(task: Task, change: Change): Promise<void> {
  const { before, student, protectedFields } = change;
  const school = { ...task.school, db: task.tx };
  const { guardian, ...others } = change.values;
  const values = protectedFields?.waits ? others : change.values;
  const after = { cpf: values.cpf ?? before.cpf, guardian: guardianIn(guardian ?? before.guardian) };
  const isAboutIt = values.cpf !== undefined || guardian !== undefined;
  if (isAboutIt && isOwnGuardian(after)) {
    return task.fault(student.line, guardianCpfWords.other, guardian === undefined ? 'cpf' : 'responsavel_cpf');
  }
  const isMoved = values.email_key !== undefined;
  const newEmail = isMoved && (await prepareSchoolChange(school, before, values.email ?? ''));
  const prepared = protectedFields && (await prepareChange(school, personOf(before), protectedFields, 'school'));
  const written = await task.tx
    .updateTable('users')
    .set({ ...values, ...(isMoved && { email_verified: false }) })
    .where('id', '=', before.id)
    .where(({ eb, and }) =>
      and(
        Object.entries(stillOf(before)).map(([name, value]) => eb(name as 'changed_at', 'is not distinct from', value)),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  if (!written) return meetAgain(task, [change]);
  if (newEmail) await noteSchoolChange(task.tx, before.id, newEmail, null, task.at);
  if (prepared) {
    const file = `arquivo:${task.at.toISOString()}`;
    await noteRegistrationChange(task.tx, prepared, { schoolUserId: null }, task.at, file);
  }
  if (protectedFields?.waits)
    task.keep(student.line, 'com responsável novo, que vale quando confirmar pelo e-mail dele');
  await follow(task, [change]);
}

/** Merges again the rows that were changed meanwhile. */
async function meetAgain(task: Task, overtaken: readonly Change[]): Promise<void> {
  for (const { student, stated, before } of overtaken) {
    const now = (await readKnown(task, [student])).find(({ id }) => id === before.id);
    if (now) await changeStudents(task, [{ before: now, stated, student }]);
  }
}

/** Counts the written rows, and updates the names of enrolments. */
async function follow(task: Task, done: readonly Change[]): Promise<void> {
  for (const change of done) count(task, change);
  const names = done.flatMap(({ changed, before: { drive_user_id } }) =>
    changed?.full_name === undefined || drive_user_id === null
      ? []
      : [{ id: drive_user_id, values: { nome: changed.full_name } }],
  );
  await updateEach(task.tx, 'drive_users', names);
}

function count(task: Task, { before, changed, tally: own }: Change): void {
  addTally(task.tally, own);
  if (changed) task.person(before.id, columnsIn(fields, changed));
}

/** The accounts of enrolments with the numbers of these rows, in any unit. */
export const readKnown = ({ tx }: Task, rows: Student[]) =>
  enrolled(tx)
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['users.id', 'users.drive_user_id', 'drive_users.company_id', 'drive_users.matricula'])
    .select(storedOf(columns, 'users'))
    .select(['users.email_key', 'users.guardian', 'users.email_verified', 'users.updated_at', 'users.changed_at'])
    .select(['users.imported', 'schools.marca as brand'])
    .where(
      'drive_users.matricula',
      'in',
      rows.map(({ matricula }) => matricula),
    )
    .execute();
