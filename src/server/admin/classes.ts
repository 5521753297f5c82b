import { z } from 'zod';
import { shiftDay, weekdayOf } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { emailKey } from '../auth/find-accounts.ts';
import { enrolled } from '../db/people.ts';
import * as cells from './cells.ts';
import { differences, kind, portions, type Row, type Task, withoutRepeats } from './import-table.ts';
import { classesOf, classKey, nameKey, studentsOf, type Unit, unitsOf } from './look-up.ts';

const WEEKDAYS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sab'];
const HOUR = '([01]?\\d|2[0-3]):([0-5]\\d)';
const SLOT = new RegExp(`^(dom|seg|ter|qua|qui|sex|s[aá]b) ${HOUR}\\s*[-–]\\s*${HOUR}$`, 'i');
const MAX_LESSONS = 400;

interface Slot {
  dia_semana: number;
  inicio: string;
  fim: string;
}

/** `ter 19:00-20:30, qui 19:00-20:30` */
const timetable = z.string().transform((value, ctx): Slot[] => {
  const slots = value.split(/,|\|/).map((part) => SLOT.exec(part.trim()));
  const read = slots.flatMap((slot) => {
    if (!slot) return [];
    const [, day = '', h1 = '', m1 = '', h2 = '', m2 = ''] = slot;
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
  livro: cells.text(30),
  modalidade: cells.oneOf(['presencial', 'online', 'hibrida']),
  sala: cells.optional(cells.text(40)),
  professor_email: cells.optional(cells.email),
  inicio: cells.day,
  fim: cells.day,
  horarios: timetable,
});
type ClassRow = Row<z.output<typeof ClassRow>> & { unit: Unit };

/** Classes with their timetable and all lessons. In a known class only mode, room and teacher change. */
export const classes = kind({
  columns: {
    unidade: false,
    turma: true,
    livro: true,
    modalidade: true,
    sala: false,
    professor_email: false,
    inicio: true,
    fim: true,
    horarios: true,
  },
  row: ClassRow,
  async write(task, rows) {
    const { tx, fault } = task;
    const unitOf = await unitsOf(task);
    const books = await tx.selectFrom('livros').select(['id', 'codigo']).execute();
    const known = await classesOf(task);
    const placed = rows.flatMap((row) => {
      const unit = unitOf(row);
      return unit ? [{ ...row, unit }] : [];
    });
    for (const row of withoutRepeats(task, placed, (each) => classKey(each.unit, each.turma))) {
      const book = books.find(({ codigo }) => nameKey(codigo) === nameKey(row.livro));
      if (!book) fault(row.line, `O livro “${row.livro}” não existe.`, 'livro');
      else if (row.fim < row.inicio) fault(row.line, 'O fim vem antes do início.', 'fim');
      else {
        const professor = await teacherOf(task, row);
        const before = known.get(classKey(row.unit, row.turma));
        if (before === undefined) await add(task, row, book.id, professor);
        else await change(task, before, row, professor);
      }
      task.done(1);
    }
  },
});

async function teacherOf({ tx, fault }: Task, row: ClassRow): Promise<number | undefined> {
  if (row.professor_email === undefined) return undefined;
  const found = await enrolled(tx)
    .select('users.id')
    .where('users.email_key', '=', emailKey(row.professor_email))
    .where('drive_users.papel', 'in', ['professor', 'equipe'])
    .executeTakeFirst();
  if (!found) fault(row.line, 'Não há professor com este e-mail.', 'professor_email');
  return found?.id;
}

async function add(task: Task, row: ClassRow, livro_id: number, professor: number | undefined): Promise<void> {
  const lessons = lessonsOf(row);
  if (lessons.length === 0 || lessons.length > MAX_LESSONS) {
    task.fault(row.line, `Estes horários dão ${lessons.length} aulas: são de 1 a ${MAX_LESSONS}.`, 'horarios');
    return;
  }
  const today = dayIn(row.unit.timezone, task.at);
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
      status: row.fim < today ? 'concluida' : row.inicio > today ? 'futura' : 'ativa',
      aulas_total: lessons.length,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await task.tx
    .insertInto('turma_horarios')
    .values(row.horarios.map((slot) => ({ turma_id: id, ...slot })))
    .execute();
  for (const some of portions(lessons)) {
    await task.tx
      .insertInto('aulas')
      .values(some.map((lesson) => ({ turma_id: id, ...lesson })))
      .execute();
  }
  task.tally.added += 1;
}

/** Every lesson of a timetable, in order of time. */
function lessonsOf({ inicio, fim, horarios, modalidade, unit }: ClassRow) {
  const at = (day: string, clock: string) => instantIn(unit.timezone, day, clock);
  const held: { inicio: string; fim: string }[] = [];
  for (let day = inicio; day <= fim && held.length <= MAX_LESSONS; day = shiftDay(day, 1)) {
    for (const slot of horarios) {
      if (slot.dia_semana !== weekdayOf(day)) continue;
      held.push({ inicio: at(day, slot.inicio), fim: at(day, slot.fim) });
    }
  }
  return held
    .toSorted((a, b) => a.inicio.localeCompare(b.inicio))
    .map((lesson, index) => ({
      numero: index + 1,
      titulo: `Aula ${index + 1}`,
      tipo: modalidade === 'online' ? ('online' as const) : ('presencial' as const),
      ...lesson,
    }));
}

async function change(task: Task, id: number, row: ClassRow, professor: number | undefined): Promise<void> {
  const before = await task.tx
    .selectFrom('turmas')
    .select(['modalidade', 'sala', 'professor_user_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const changed = differences(task, before, {
    modalidade: row.modalidade,
    sala: row.sala,
    professor_user_id: professor,
  });
  if (changed) await task.tx.updateTable('turmas').set(changed).where('id', '=', id).execute();
}

const Enrolment = z.object({
  unidade: cells.optional(cells.text(120)),
  turma: cells.text(120),
  matricula: cells.text(20),
  situacao: cells.optional(cells.oneOf(['ativa', 'trancada', 'concluida'])),
});

/** Which students are in which class. */
export const enrolments = kind({
  columns: { unidade: false, turma: true, matricula: true, situacao: false },
  row: Enrolment,
  async write(task, rows) {
    const placed = await placeStudents(task, rows);
    const once = withoutRepeats(task, placed, ({ turma_id, user_id }) => `${turma_id}/${user_id}`);
    for (const some of portions(once)) {
      const known = await task.tx
        .selectFrom('turma_alunos')
        .select(['id', 'turma_id', 'user_id', 'status'])
        .where(
          'user_id',
          'in',
          some.map(({ user_id }) => user_id),
        )
        .execute();
      const fresh = [];
      for (const row of some) {
        const before = known.find(({ turma_id, user_id }) => turma_id === row.turma_id && user_id === row.user_id);
        if (!before) fresh.push(row);
        else if (differences(task, { status: before.status }, { status: row.situacao })) {
          await task.tx.updateTable('turma_alunos').set({ status: row.situacao }).where('id', '=', before.id).execute();
        }
      }
      if (fresh.length > 0) {
        await task.tx
          .insertInto('turma_alunos')
          .values(fresh.map(({ turma_id, user_id, situacao }) => ({ turma_id, user_id, status: situacao ?? 'ativa' })))
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
): Promise<(Row<T> & { turma_id: number; user_id: number })[]> {
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
    return turma_id === undefined || user_id === undefined ? [] : [{ ...row, turma_id, user_id }];
  });
}
