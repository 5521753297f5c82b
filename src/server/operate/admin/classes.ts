import { z } from 'zod';
import { formatDay } from '#lib/format/dates.ts';
import { nameKey } from '#lib/format/text.ts';
import { type LessonTime, lessonTimes, MAX_LESSONS, type Plan, type Slot } from '#lib/rules/teaching/timetable.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { holdPeople } from '../../core/db/locking.ts';
import { enrolled } from '../../core/db/people.ts';
import { within } from '../../core/db/reach.ts';
import { emailKey } from '../../identity/auth/find-accounts.ts';
import { booksOfSchool } from '../../study/books/read-books.ts';
import { closedDaysOfUnit } from '../../study/teaching/closed-days.ts';
import { setEnrolments, tellOfEnrolment } from '../../study/teaching/enrol-students.ts';
import { slotsOf } from '../../study/teaching/school-classes.ts';
import { relayClass, stateAt, textOf, writeSlots } from '../../study/teaching/write-class.ts';
import { addLessons, isFair, lessonKind } from '../../study/teaching/write-lessons.ts';
import * as cells from './cells.ts';
import { optional, required } from './columns.ts';
import { defined, kind, portions, type Row, type Task, withoutRepeats } from './import-table.ts';
import { classesOf, classKey, isClosed, studentsOf, type Unit, unitsOf } from './look-up.ts';
import { type Fields, firstSaid, merged } from './merge-row.ts';

const WEEKDAYS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sab'];
const DAY = '(dom|seg|ter|qua|qui|sex|s[aá]b)(?:ingo|unda|ça|ca|rta|nta|ta|ado)?(?:-feira| feira)?';
const HOUR = '([01]?\\d|2[0-3])(?::([0-5]\\d)|h([0-5]\\d)?)';
/** `ter 19:00-20:30`, `Terça 19h às 20h30` */
const SLOT = new RegExp(`^${DAY} ${HOUR}\\s*(?:[-–]|às|as|a|até)\\s*${HOUR}$`, 'i');

/** `ter 19:00-20:30, qui 19:00-20:30` */
const timetable = z.string().transform((value, ctx): Slot[] => {
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

const ClassRow = z.object({
  unidade: cells.optional(cells.text(120)),
  turma: cells.text(120),
  livro: cells.code(30),
  modalidade: cells.oneOf(['presencial', 'online', 'hibrida']),
  sala: cells.optional(cells.text(40)),
  professor_email: cells.optional(cells.email),
  inicio: cells.day,
  fim: cells.day,
  horarios: timetable,
});
type ClassRow = Row<z.output<typeof ClassRow>> & { unit: Unit };

/** Classes with their timetable and all lessons. Coming lessons of a known class follow its new timetable. */
export const classes = kind({
  columns: {
    unidade: optional('Unidade Centro', 'filial', 'polo', 'escola', 'nome da unidade'),
    turma: required('Teens 1 – terça', 'nome da turma', 'classe', 'turma nome'),
    livro: required('REACH-1', 'código do livro', 'material', 'estágio', 'nível'),
    modalidade: required('presencial', 'tipo de turma', 'formato'),
    sala: optional('Sala 2', 'sala de aula'),
    professor_email: optional('marina.lopes@escola.example', 'e-mail do professor', 'professor'),
    inicio: required('02/02/2027', 'data de início', 'data inicial', 'começo'),
    fim: required('30/06/2027', 'data de término', 'data final', 'término'),
    horarios: required('ter 19:00-20:30, qui 19:00-20:30', 'horário', 'dias e horários', 'grade horária'),
  },
  row: ClassRow,
  async write(task, rows) {
    const { tx, fault } = task;
    const unitOf = await unitsOf(task);
    const books = await booksOfSchool(tx, null).select(['id', 'codigo', 'escola_id']).execute();
    const known = await classesOf(task);
    const placed = rows.flatMap((row) => {
      const unit = unitOf(row);
      return unit ? [{ ...row, unit }] : [];
    });
    for (const row of withoutRepeats(task, placed, (each) => classKey(each.unit, each.turma))) {
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
  const { id } = await task.tx
    .insertInto('turmas')
    .values({
      company_id: row.unit.id,
      livro_id,
      professor_user_id: professor ?? null,
      nome: row.turma,
      modalidade: row.modalidade,
      somente_digital: row.modalidade === 'online',
      sala: row.sala ?? null,
      inicio: row.inicio,
      fim: row.fim,
      status: stateAt(row, dayIn(row.unit.timezone, task.at)),
      aulas_total: times.length,
      imported: firstSaid(
        fields,
        { sala: null, professor_user_id: null, ...defined(wordOf(row, livro_id, professor)) },
        task,
      ),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeSlots(task.tx, id, row.horarios);
  await addLessons(task.tx, id, times, { tipo: lessonKind(row.modalidade), from: 1 });
  task.tally.added += 1;
}

/** The lessons leave out national holidays and the closed days of the unit. */
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

/** Coming lessons of a known class follow its new days and hours; lessons that have begun stay as they were. */
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
  const said = wordOf(row, livro_id, professor);
  const changed = merged(task, row, { ...before, horarios: textOf(slots) }, said, fields);
  if (!changed) return;
  const { horarios, ...columns } = changed;
  const { inicio, fim, modalidade } = { ...before, ...columns };
  if (Object.keys(columns).length > 0) {
    const somente_digital = modalidade === 'online';
    await task.tx
      .updateTable('turmas')
      .set({ ...columns, somente_digital })
      .where('id', '=', id)
      .execute();
  }
  if (horarios === undefined && columns.inicio === undefined && columns.fim === undefined) return;
  const timetable = horarios === undefined ? slots : row.horarios;
  const plan = await planOf(task, { unit: row.unit, inicio, fim, horarios: timetable });
  const times = lessonTimes(plan);
  if (!isFair(times)) return void faultOfPlan(task, row, times);
  await relayClass(task.tx, id, { plan, horarios: timetable, modalidade, now: task.at });
}

interface Word {
  livro_id: number;
  modalidade: ClassRow['modalidade'];
  sala: string | null;
  professor_user_id: number | null;
  inicio: string;
  fim: string;
  horarios: string;
}

/** What a row says of its class; `undefined` says nothing. */
const wordOf = (row: ClassRow, livro_id: number, professor: number | undefined): Partial<Word> => ({
  ...{ livro_id, modalidade: row.modalidade, sala: row.sala, professor_user_id: professor },
  ...{ inicio: row.inicio, fim: row.fim, horarios: textOf(row.horarios) },
});

const fields: Fields<Word> = {
  livro_id: { column: 'livro', words: () => 'outro livro' },
  modalidade: { column: 'modalidade' },
  sala: { column: 'sala' },
  professor_user_id: { column: 'professor_email', words: () => 'outra pessoa' },
  inicio: { column: 'inicio', words: formatDay },
  fim: { column: 'fim', words: formatDay },
  horarios: { column: 'horarios' },
};

const Enrolment = z.object({
  unidade: cells.optional(cells.text(120)),
  turma: cells.text(120),
  matricula: cells.code(20),
  situacao: cells.optional(cells.oneOf(['ativa', 'trancada', 'concluida'])),
});

const placeFields: Fields<{ status: 'ativa' | 'trancada' | 'concluida' }> = { status: { column: 'situacao' } };

/** Which students are in which class. */
export const enrolments = kind({
  columns: {
    unidade: optional('Unidade Centro', 'filial', 'polo', 'escola', 'nome da unidade'),
    turma: required('Teens 1 – terça', 'nome da turma', 'classe'),
    matricula: required(
      'A-1001',
      'número da matrícula',
      'matrícula do aluno',
      'ra',
      'código do aluno',
      'registro do aluno',
    ),
    situacao: optional('ativa', 'status', 'estado da matrícula'),
  },
  row: Enrolment,
  async write(task, rows) {
    const placed = await placeStudents(task, rows);
    const once = withoutRepeats(task, placed, ({ turma_id, user_id }) => `${turma_id}/${user_id}`);
    // By person, so that portion after portion holds people in the order of their ids.
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
        await setEnrolments(task.tx, task.at, [before.id], to);
        await tellOfEnrolment(task.tx, task.at, { userId, turmaId, turma, status: to });
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
});

/** The class and the student of each row; missing ones are noted as faults. */
export async function placeStudents<T extends { unidade?: string; turma: string; matricula: string }>(
  task: Task,
  rows: Row<T>[],
): Promise<(Row<T> & { unit: Unit; turma_id: number; user_id: number })[]> {
  const unitOf = await unitsOf(task);
  const known = await classesOf(task);
  const studentOf = await studentsOf(
    task,
    rows.map(({ matricula }) => matricula),
  );
  return rows.flatMap((row) => {
    const unit = unitOf(row);
    if (!unit) return [];
    const turma_id = known.get(classKey(unit, row.turma));
    if (turma_id === undefined) task.fault(row.line, `A turma “${row.turma}” não existe.`, 'turma');
    const user_id = studentOf(unit, row);
    return turma_id === undefined || user_id === undefined ? [] : [{ ...row, unit, turma_id, user_id }];
  });
}
