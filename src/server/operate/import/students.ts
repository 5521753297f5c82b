import { nameKey } from '#lib/format/text.ts';
import { emailKey } from '#lib/rules/account/email-key.ts';
import { changingMany, forgetPlans } from '../../core/db/many-people.ts';
import { enrolled } from '../../core/db/people.ts';
import { columnsOfCountry } from '../../identity/account/registration-columns.ts';
import { addStudents, DATA, type NewStudent } from '../../identity/people/add-students.ts';
import { lookalikesOf, propose } from '../../identity/people/propose-enrollment.ts';
import { defined, kind, portions, type Task, withoutRepeats } from './import.ts';
import { changeStudents, type Meeting, readKnown } from './known-students.ts';
import {
  isClosed,
  managementAmong,
  type Numbered,
  OF_STAFF,
  placed,
  studentKey,
  withOtherZeros,
  zerosMissing,
} from './look-up.ts';
import { firstSaid } from './merge.ts';
import { columns, fields, guardianCells, type Student, statedIn } from './student.ts';

/** Students with their accounts. A new account has no known password: an invitation sets the first one. */
export const students = kind({
  columns,
  async write(task, rows) {
    const numbered = await withKnownNumbers(task, await placed(task, rows));
    const once = withoutRepeats(task, numbered, (row) => studentKey(row.unit, row.matricula));
    const unlike = withoutRepeats(task, once, (row) =>
      row.cpf === undefined ? `line ${row.line}` : cpfKey(row.unit.escola_id, row.cpf),
    );
    // One hash for all, because a hash deliberately takes ten milliseconds; nobody knows its password.
    const hash = await task.school.hashes.hash(crypto.randomUUID());
    await changingMany(task.tx, unlike.length, async () => {
      for await (const some of portions(unlike, 200)) {
        await forgetPlans(task.tx);
        await writeSome(task, some, hash);
        task.done(some.length);
      }
    });
  },
  async exported(db, pick) {
    const query = enrolled(db).where('drive_users.papel', '=', 'aluno').orderBy('users.id');
    const rows = await pick(query.select('users.guardian'));
    return rows.map((row) => ({ ...row, ...guardianCells(row.guardian) }));
  },
});

async function writeSome(task: Task, rows: Student[], hash: string): Promise<void> {
  const known = await knownStudents(task, rows);
  const staff = await managementAmong(
    task,
    [...known.values()].map(({ id }) => id),
  );
  const owners = await ownersOfCpfs(task, rows);
  const lookalikes = await lookalikesOf(
    task.tx,
    rows.map((row) => ({
      ...{ full_name: row.nome, email: row.email ?? '', email_key: emailKey(row.email ?? '') },
      ...{ cpf: row.cpf, phone: row.telefone },
    })),
  );
  const fresh: NewStudent[] = [];
  const meetings: Meeting[] = [];
  for (const row of rows) {
    const before = known.get(studentKey(row.unit, row.matricula));
    const owner = row.cpf === undefined ? undefined : owners.get(cpfKey(row.unit.escola_id, row.cpf));
    if (owner !== undefined && owner !== before?.id) task.fault(row.line, 'Este CPF é de outra pessoa.', 'cpf');
    if (before && staff.has(before.id)) task.fault(row.line, OF_STAFF, 'matricula');
    const stated = statedIn(task, row);
    if (!stated) continue;
    if (before) meetings.push({ before, stated, student: row });
    else if (isClosed(task, row)) continue;
    else if (row.email === undefined && row.cpf === undefined) {
      task.fault(row.line, 'Diga o e-mail ou o CPF: sem um dos dois a pessoa não entra.', 'email');
    } else {
      const person = { ...stated, email: row.email ?? '', email_key: stated.email_key ?? '' };
      const place = columnsOfCountry(person.country);
      const data = { ...person, ...place, imported: firstSaid(fields, { ...NOTHING, ...defined(person) }, task) };
      const student = { company_id: row.unit.id, matricula: row.matricula, data };
      const proposed = await propose(task.tx, student, lookalikes, task.at);
      if (proposed === 'held') {
        const words = 'Esta matrícula espera uma decisão sobre outra conta no painel, em Alunos, Sem matrícula.';
        task.fault(row.line, words, 'matricula');
      } else if (proposed) {
        task.keep(row.line, 'conta sem matrícula parecida, confirme no painel em Alunos, Sem matrícula');
      } else fresh.push(student);
    }
  }
  await changeStudents(task, meetings);
  if (fresh.length > 0) await add(task, fresh, hash);
  await forgetProposals(task.tx, rows);
}

async function add(task: Task, students: readonly NewStudent[], hash: string): Promise<void> {
  for (const id of await addStudents(task.tx, students, hash, task.at)) task.person(id, 'added');
  task.tally.added += students.length;
}

/** Deletes proposals of rows that now have an account and need no decision. */
const forgetProposals = (tx: Task['tx'], rows: Student[]) =>
  tx
    .deleteFrom('enrolment_proposals')
    .where(
      'matricula',
      'in',
      rows.map(({ matricula }) => matricula),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('drive_users')
          .select('drive_users.id')
          .whereRef('drive_users.company_id', '=', 'enrolment_proposals.company_id')
          .whereRef('drive_users.matricula', '=', 'enrolment_proposals.matricula'),
      ),
    )
    .execute();

/** The values of empty cells for a new account. */
const NOTHING = Object.fromEntries(DATA.map((name) => [name, null]));

async function knownStudents(task: Task, rows: Student[]): Promise<Map<string, Meeting['before']>> {
  const known = await readKnown(task, rows);
  return new Map(known.map((each) => [studentKey({ id: each.company_id }, each.matricula), each]));
}

/** One person may have an account in each school (AUTH-05). */
const cpfKey = (escola: number, cpf: string) => `${escola}/${cpf}`;

/** The accounts that have these CPFs already. */
async function ownersOfCpfs({ tx }: Task, rows: Student[]): Promise<Map<string, number>> {
  const cpfs = rows.flatMap(({ cpf }) => (cpf === undefined ? [] : [cpf]));
  if (cpfs.length === 0) return new Map();
  const owners = await enrolled(tx)
    .select(['users.id', 'users.cpf', 'companies.escola_id'])
    .where('users.cpf', 'in', cpfs)
    .execute();
  return new Map(owners.map(({ id, cpf, escola_id }) => [cpfKey(escola_id, cpf ?? ''), id]));
}

/**
 * Restores leading zeros, which spreadsheets remove. A number that nobody in the unit has belongs to the only student whose
 * number differs just by its zeros, if it is the same person. Otherwise the line is a question.
 */
async function withKnownNumbers(task: Task, rows: Student[]): Promise<Student[]> {
  const known = new Set<string>();
  for await (const some of portions([...new Set(rows.map(({ matricula }) => matricula))])) {
    const found = task.tx.selectFrom('drive_users').select(['company_id', 'matricula']).where('matricula', 'in', some);
    for (const { company_id, matricula } of await found.execute()) known.add(studentKey({ id: company_id }, matricula));
  }
  const isKnown = ({ unit, matricula }: Student) => known.has(studentKey(unit, matricula));
  const alike = await withOtherZeros(
    task,
    rows.flatMap((row) => (isKnown(row) ? [] : [row.matricula])),
  );
  return rows.flatMap((row) => {
    const found = isKnown(row) ? [] : alike(row.unit, row.matricula).filter((each) => each.company_id === row.unit.id);
    const same = found.filter((each) => isSamePerson(row, each));
    const [only, ...more] = same;
    if (only && more.length === 0) return [{ ...row, matricula: only.matricula }];
    if (found.length > 0) task.fault(row.line, zerosMissing(row.matricula, found), 'matricula');
    return found.length > 0 ? [] : [row];
  });
}

const isSamePerson = ({ nome, cpf, email }: Student, known: Numbered): boolean =>
  cpf !== undefined && known.cpf !== null
    ? cpf === known.cpf
    : nameKey(nome) === nameKey(known.full_name) || (email !== undefined && emailKey(email) === known.email_key);
