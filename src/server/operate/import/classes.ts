import { z } from 'zod';
import { nameKey } from '#lib/format/text.ts';
import { emailKey } from '#lib/rules/account/email-key.ts';
import { type LessonTime, lessonTimes, MAX_LESSONS, type Plan, type Slot } from '#lib/rules/teaching/timetable.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { holdPeople } from '../../core/db/locking.ts';
import { enrolled } from '../../core/db/people.ts';
import { within } from '../../core/db/reach.ts';
import { booksOfSchool } from '../../study/books/read-books.ts';
import { notifyOfClass } from '../../study/pedagogico/teacher-notices.ts';
import { closedDaysOfUnit } from '../../study/teaching/closed-days.ts';
import { notifyOfEnrollment, setEnrollments } from '../../study/teaching/enroll-students.ts';
import { keepTeacher } from '../../study/teaching/lesson-teacher.ts';
import { slotsOf } from '../../study/teaching/school-classes.ts';
import { relayClass, stateAt, textOf, writeSlots } from '../../study/teaching/write-class.ts';
import { addLessons, isFair, lessonKind } from '../../study/teaching/write-lessons.ts';
import * as cells from './cells.ts';
import { blanksOf, fieldsOf, key, optional, type RowOf, required, valuesOf } from './column.ts';
import { defined, kind, portions, type Row, type Task, withoutRepeats } from './import.ts';
import {
  classColumn,
  classesOf,
  classKey,
  isClosed,
  numberColumn,
  placed,
  studentsOf,
  type Unit,
  unitColumn,
} from './look-up.ts';
import { firstSaid, merged } from './merge.ts';

const WEEKDAYS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sab'];
const DAY = '(dom|seg|ter|qua|qui|sex|s[aá]b)(?:ingo|unda|ça|ca|rta|nta|ta|ado)?(?:-feira| feira)?';
const HOUR = '([01]?\\d|2[0-3])(?::([0-5]\\d)|h([0-5]\\d)?)';
/** `ter 19:00-20:30`, `Terça 19h às 20h30` */
const SLOT = new RegExp(`^${DAY} ${HOUR}\\s*(?:[-–]|às|as|a|até)\\s*${HOUR}$`, 'i');

/** `ter 19:00-20:30, qui 19:00-20:30` */
const slots = z.string().transform((value, ctx): Slot[] => {
  const slots = value.split(/,|\|/).map((part) => SLOT.exec(part.trim()));
  const read = slots.flatMap((slot) => {
    if (!slot) return [];
    const [, day = '', h1 = '', colon1, bare1 = '00', h2 = '', colon2, bare2 = '00'] = slot;
    const [m1, m2] = [colon1 ?? bare1, colon2 ?? bare2];
    const dia_semana = WEEKDAYS.indexOf(day.toLowerCase().replace('á', 'a'));
    return [{ dia_semana, inicio: `${h1.padStart(2, '0')}:${m1}`, fim: `${h2.padStart(2, '0')}:${m2}` }];
  });
  if (read.length === slots.length && read.every(({ inicio, fim }) => inicio < fim)) return read;
  ctx.addIssue({ code: 'custom', message: 'Horários inválidos: use algo como “ter 19:00-20:30, qui 19:00-20:30”.' });
  return z.NEVER;
});
const timetable = {
  read: slots,
  write: (all: Slot[]) => all.map((slot) => `${WEEKDAYS[slot.dia_semana]} ${slot.inicio}-${slot.fim}`).join(', '),
};

const modes = cells.oneOf(['presencial', 'online', 'hibrida']);
const columns = {
  unidade: unitColumn,
  turma: key('turmas.nome', cells.text, 'Teens 1 – terça', 'nome da turma, classe, turma nome'),
  livro: required('livros.codigo', cells.code, 'REACH-1', 'código do livro, material, estágio, nível'),
  modalidade: required('turmas.modalidade', modes, 'presencial', 'tipo de turma, formato'),
  sala: optional('turmas.sala', cells.text, 'Sala 2', 'sala de aula'),
  professor_email: optional(
    'users.email',
    cells.email,
    'marina.lopes@escola.example',
    'e-mail do professor, professor',
  ),
  inicio: required('turmas.inicio', cells.day, '02/02/2027', 'data de início, data inicial, começo'),
  fim: required('turmas.fim', cells.day, '30/06/2027', 'data de término, data final, término'),
  horarios: required(null, timetable, 'ter 19:00-20:30, qui 19:00-20:30', 'horário, dias e horários, grade horária'),
};
type ClassRow = Row<RowOf<typeof columns>> & { unit: Unit };

const fields = {
  livro_id: { column: 'livro', words: () => 'outro livro' },
  professor_user_id: { column: 'professor_email', words: () => 'outra pessoa' },
  ...fieldsOf(columns, 'turmas'),
  horarios: { column: 'horarios' },
};

/** Classes with their timetable and all lessons. Future lessons of a known class follow its new timetable. */
export const classes = kind({
  columns,
  async write(task, rows) {
    const { tx, fault } = task;
    const books = await booksOfSchool(tx, null).select(['id', 'codigo', 'escola_id']).execute();
    const known = await classesOf(task);
    const all = await placed(task, rows);
    for (const row of withoutRepeats(task, all, (each) => classKey(each.unit, each.turma))) {
      const book = books.find(
        ({ codigo, escola_id }) =>
          nameKey(codigo) === nameKey(row.livro) && (escola_id === null || escola_id === row.unit.escola_id),
      );
      if (!book) fault(row.line, `O livro “${row.livro}” não existe.`, 'livro');
      else if (row.fim < row.inicio) fault(row.line, 'O fim vem antes do início.', 'fim');
      else {
        const professor = await teacherOf(task, row);
        const before = known.get(classKey(row.unit, row.turma));
        if (before !== undefined) await change(task, before, row, book.id, professor);
        else if (!isClosed(task, row)) await add(task, row, book.id, professor);
      }
      task.done(1);
    }
  },
  async exported(db, pick) {
    const query = db
      .selectFrom('turmas')
      .innerJoin('companies', 'companies.id', 'turmas.company_id')
      .innerJoin('livros', 'livros.id', 'turmas.livro_id')
      .leftJoin('users', 'users.id', 'turmas.professor_user_id');
    const rows = await pick(query.select('turmas.id').orderBy('turmas.id'));
    const all = await db.selectFrom('turma_horarios').selectAll().orderBy('dia_semana').orderBy('inicio').execute();
    const byClass = Map.groupBy(all, ({ turma_id }) => turma_id);
    return rows.map((row) => ({ ...row, horarios: byClass.get(row.id) ?? [] }));
  },
});

async function teacherOf({ tx, fault, reach }: Task, row: ClassRow): Promise<number | undefined> {
  if (row.professor_email === undefined) return undefined;
  // A teacher may belong to another unit of the school.
  const found = await enrolled(tx)
    .$call(within({ ...reach, units: null }))
    .select('users.id')
    .where('users.email_key', '=', emailKey(row.professor_email))
    .where('drive_users.papel', 'in', ['professor', 'equipe'])
    .executeTakeFirst();
  if (!found) fault(row.line, 'Não há professor com este e-mail.', 'professor_email');
  return found?.id;
}

async function add(task: Task, row: ClassRow, livro_id: number, professor: number | undefined): Promise<void> {
  const times = lessonTimes(await planOf(task, row));
  if (!isFair(times)) return void faultOfPlan(task, row, times);
  const said = {
    ...{ livro_id, professor_user_id: professor ?? null },
    ...blanksOf(columns, 'turmas'),
    ...defined(valuesOf(columns, row, 'turmas')),
  };
  const { id } = await task.tx
    .insertInto('turmas')
    .values({
      company_id: row.unit.id,
      nome: row.turma,
      ...said,
      somente_digital: row.modalidade === 'online',
      status: stateAt(row, dayIn(row.unit.timezone, task.at)),
      aulas_total: times.length,
      imported: firstSaid(fields, { ...said, horarios: textOf(row.horarios) }, task),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeSlots(task.tx, id, row.horarios);
  await addLessons(task.tx, id, times, { tipo: lessonKind(row.modalidade), from: 1 });
  await notifyOfClass(actingIn(task), { to: professor ?? null }, { id, nome: row.turma });
  task.tally.added += 1;
}

/** Lessons skip national holidays and the closed days of the unit. */
async function planOf(
  { tx }: Task,
  { unit, inicio, fim, horarios }: Pick<ClassRow, 'unit' | 'inicio' | 'fim' | 'horarios'>,
): Promise<Plan> {
  const closed = await closedDaysOfUnit(tx, unit);
  return { inicio, fim, horarios, timeZone: unit.timezone, isClosed: (day) => closed(day) !== null };
}

function faultOfPlan(task: Task, row: ClassRow, times: readonly LessonTime[]): void {
  const many = times.length > MAX_LESSONS ? `mais de ${MAX_LESSONS}` : String(times.length);
  task.fault(row.line, `Estes horários dão ${many} aulas: são de 1 a ${MAX_LESSONS}.`, 'horarios');
}

/** Future lessons of a known class follow its new timetable; lessons that have begun stay unchanged. */
async function change(
  task: Task,
  id: number,
  row: ClassRow,
  livro_id: number,
  professor: number | undefined,
): Promise<void> {
  const before = await task.tx
    .selectFrom('turmas')
    .select(['livro_id', 'modalidade', 'sala', 'professor_user_id', 'inicio', 'fim', 'imported'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const slots = await slotsOf(task.tx, [id]);
  const said = {
    ...{ livro_id, professor_user_id: professor, horarios: textOf(row.horarios) },
    ...valuesOf(columns, row, 'turmas'),
  };
  const changed = merged(task, row, { ...before, horarios: textOf(slots) }, said, fields);
  if (!changed) return;
  const { horarios, ...others } = changed;
  const { inicio, fim, modalidade } = { ...before, ...others };
  if (Object.keys(others).length > 0) {
    const somente_digital = modalidade === 'online';
    await task.tx
      .updateTable('turmas')
      .set({ ...others, somente_digital })
      .where('id', '=', id)
      .execute();
    if (others.professor_user_id !== undefined) {
      await keepTeacher(task.tx, id, before.professor_user_id, task.at);
      const hands = { from: before.professor_user_id, to: others.professor_user_id };
      await notifyOfClass(actingIn(task), hands, { id, nome: row.turma });
    }
  }
  if (horarios === undefined && others.inicio === undefined && others.fim === undefined) return;
  const timetable = horarios === undefined ? slots : row.horarios;
  const plan = await planOf(task, { unit: row.unit, inicio, fim, horarios: timetable });
  const times = lessonTimes(plan);
  if (!isFair(times)) return void faultOfPlan(task, row, times);
  const hasNewTeacher = others.professor_user_id !== undefined;
  await relayClass(actingIn(task), id, { plan, horarios: timetable, modalidade, now: task.at, hasNewTeacher });
}

/** Who sends the table, within its transaction. */
const actingIn = ({ tx, school, at }: Task) => ({ ...school, db: tx, now: () => at });

const placeColumns = {
  unidade: unitColumn,
  turma: classColumn,
  matricula: numberColumn,
  situacao: optional(
    'turma_alunos.status',
    cells.oneOf(['ativa', 'trancada', 'concluida']),
    'ativa',
    'status, estado da matrícula',
  ),
};
const placeFields = fieldsOf(placeColumns, 'turma_alunos');

/** Which students are in which class. */
export const enrollments = kind({
  columns: placeColumns,
  async write(task, rows) {
    const found = await placeStudents(task, rows);
    const once = withoutRepeats(task, found, ({ turma_id, user_id }) => `${turma_id}/${user_id}`);
    // Sorted by person, so that people are locked in the order of their ids across portions.
    for await (const some of portions(once.toSorted((one, other) => one.user_id - other.user_id))) {
      const known = await task.tx
        .selectFrom('turma_alunos')
        .select(['id', 'turma_id', 'user_id', 'status', 'imported'])
        .where(
          'user_id',
          'in',
          some.map(({ user_id }) => user_id),
        )
        .execute();
      const knownOf = (row: (typeof some)[number]) =>
        known.find(({ turma_id, user_id }) => turma_id === row.turma_id && user_id === row.user_id);
      const moving = some.filter((row) => {
        const before = knownOf(row);
        return !before || (row.situacao !== undefined && row.situacao !== before.status);
      });
      await holdPeople(
        task.tx,
        moving.map(({ user_id }) => user_id),
      );
      const fresh = [];
      for (const row of some) {
        const before = knownOf(row);
        if (!before) {
          if (!isClosed(task, row)) fresh.push(row);
          continue;
        }
        const { status, imported } = before;
        const changed = merged(task, row, { status, imported }, { status: row.situacao }, placeFields);
        if (!changed) continue;
        const { status: to, ...said } = changed;
        if (said.imported) await task.tx.updateTable('turma_alunos').set(said).where('id', '=', before.id).execute();
        if (to === undefined || to === status) continue;
        const { user_id: userId, turma_id: turmaId, turma } = row;
        await setEnrollments(task.tx, task.at, [before.id], to);
        await notifyOfEnrollment(task.tx, task.at, { userId, turmaId, turma, status: to });
      }
      if (fresh.length > 0) {
        await task.tx
          .insertInto('turma_alunos')
          .values(
            fresh.map(({ turma_id, user_id, situacao: status = 'ativa' }) => {
              return { turma_id, user_id, status, imported: firstSaid(placeFields, { status }, task) };
            }),
          )
          .execute();
      }
      task.tally.added += fresh.length;
      task.done(some.length);
    }
  },
  exported: (db, pick) => pick(enrollmentRows(db).orderBy('turma_alunos.id')),
});

/** Enrolments with their class, unit and student, in any state. */
export const enrollmentRows = (db: Task['tx']) =>
  db
    .selectFrom('turma_alunos')
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .innerJoin('users', 'users.id', 'turma_alunos.user_id')
    .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id');

/** The class and the student of each row; missing ones are reported as faults. */
export async function placeStudents<T extends { unidade?: string; turma: string; matricula: string }>(
  task: Task,
  rows: Row<T>[],
): Promise<(Row<T> & { unit: Unit; turma_id: number; user_id: number })[]> {
  const known = await classesOf(task);
  const studentOf = await studentsOf(
    task,
    rows.map(({ matricula }) => matricula),
  );
  return (await placed(task, rows)).flatMap((row) => {
    const { unit } = row;
    const turma_id = known.get(classKey(unit, row.turma));
    if (turma_id === undefined) task.fault(row.line, `A turma “${row.turma}” não existe.`, 'turma');
    const user_id = studentOf(unit, row);
    return turma_id === undefined || user_id === undefined ? [] : [{ ...row, turma_id, user_id }];
  });
}
