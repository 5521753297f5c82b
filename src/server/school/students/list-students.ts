import type { z } from 'zod';
import { type StudentFilter, StudentState } from '#lib/contract/students.schema.ts';
import { formatDate, formatDay } from '#lib/format/dates.ts';
import { formatPhone } from '#lib/format/documents.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { inviteWords, studentMessages } from '#lib/words/students.ts';
import type { Db } from '../../core/db/connection.ts';
import { countPeople, pageAfterName, pageByName } from '../../core/db/people-by-name.ts';
import { listed, type Reach } from '../../core/db/reach.ts';
import { choiceOf } from '../../core/db/units.ts';
import { reachBy } from '../../core/http/access.ts';
import { audit } from '../../core/http/audit.ts';
import { csv, csvFile } from '../../core/http/csv.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { FileAnswer } from '../../core/http/file-answer.ts';
import { forbidden } from '../../core/http/refusal.ts';
import { unitsOf as reckonedUnits } from '../../money/finance/school-bills.ts';
import type { listStudentsInput } from './inputs.ts';
import { presentStudent, type Student } from './present.ts';
import {
  among,
  classesOf,
  fewInState,
  filledClasses,
  lateOf,
  type Moment,
  nextLessonsOf,
  studentRows,
  studentsIn,
  unitsIn,
} from './queries.ts';

const AWAY_DAYS = 30;
/** Max. lines: more than a school reads in a spreadsheet. */
const MAX_LINES = 20_000;
const PORTION = 100;

/** The reader's day for bills and visits. */
export async function momentOf({ db, config, session, now }: Ctx): Promise<Moment & { zone: string; today: string }> {
  const zone = session.timeZone;
  const bills = reachBy(session, ['financeiro']);
  return {
    zone,
    today: dayIn(config.SCHOOL_TIME_ZONE, now()),
    billUnits: bills ? await reckonedUnits(db, bills, config, now()) : [],
    awaySince: new Date(now().getTime() - AWAY_DAYS * DAY_MS).toISOString(),
  };
}

export const seesBills = ({ session }: Ctx): boolean => reachBy(session, ['financeiro']) !== null;
export const seesBillsOf = ({ session }: Ctx, unitId: number): boolean => {
  const units = reachBy(session, ['financeiro'])?.units;
  return units === null || (units?.includes(unitId) ?? false);
};
const OF_BILLS: readonly (StudentState | undefined)[] = ['em_dia', 'em_atraso'];

/** @throws Refusal 403 for a state of bills without the right to see them */
function requireBills(ctx: Ctx, { estado }: StudentFilter): void {
  if (OF_BILLS.includes(estado) && !seesBills(ctx)) {
    throw forbidden(studentMessages.noBills);
  }
}

/** The students in reach by name, and the number in each state. @throws Refusal 403 */
export async function listStudents(ctx: Ctx, { limit, depois, ...filter }: z.output<typeof listStudentsInput>) {
  requireBills(ctx, filter);
  const { reach } = ctx;
  const db = ctx.database.longReads;
  const [at, units] = await Promise.all([momentOf(ctx), unitsIn(db, reach)]);
  const search = { reach, among: among(filter, at), ...(filter.q && { q: filter.q }) };
  const { ids, total, next } = await pageAfterName(db, { ...search, depois, limit });
  const chosen = units.filter(({ id }) => filter.unidade === undefined || id === filter.unidade);
  const [items, contagens, groups] = await Promise.all([
    studentsOf(ctx, ids, at),
    countStates(ctx, db, filter, at),
    filledClasses(
      db,
      chosen.map(({ id }) => id),
    ),
  ]);
  const books = new Map<number, { id: number; nome: string; alunos: number }>();
  for (const { livro_id: id, livro: nome, alunos } of groups) {
    books.set(id, { id, nome, alunos: (books.get(id)?.alunos ?? 0) + Number(alunos) });
  }
  return {
    ...{ items, total, next, contagens },
    /** The chosen one. */
    unidade: filter.unidade ?? null,
    unidades: units.map(choiceOf),
    turmas: groups.map(({ id, nome, alunos }) => ({ id, nome, alunos: Number(alunos) })),
    livros: [...books.values()].toSorted((a, b) => a.nome.localeCompare(b.nome, 'pt-BR')),
  };
}

/**
 * The number of students in each state, within the chosen unit, class, book and search, for the links. A number above 500 means
 * more than 500.
 */
async function countStates(ctx: Ctx, db: Db, { unidade, turma, livro, q }: StudentFilter, at: Moment) {
  const states = StudentState.options.filter((estado) => seesBills(ctx) || !OF_BILLS.includes(estado));
  const few = await fewInState(db, at);
  const counts = await Promise.all(
    states.map(async (estado) => {
      const ofState = among({ estado, unidade, turma, livro }, at, few);
      return [estado, await countPeople(db, { reach: ctx.reach, among: ofState, q })] as const;
    }),
  );
  return Object.fromEntries(counts) as Partial<Record<StudentState, number>>;
}

/** Some students as a list shows them, in the order of the ids. */
async function studentsOf(ctx: Ctx, ids: readonly number[], at: Awaited<ReturnType<typeof momentOf>>) {
  const db = ctx.database.longReads;
  const [rows, groups, late] = await Promise.all([
    ids.length === 0 ? [] : studentRows(db, ctx.reach).where('users.id', 'in', ids).execute(),
    classesOf(db, ids),
    seesBills(ctx) ? lateOf(db, ids, at) : null,
  ]);
  const lessons = await nextLessonsOf(db, groups, ctx.now().toISOString());
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [presentStudent(row, groups, { late: late && (late.get(id) ?? 0), lessons, today: at.today })] : [];
  });
}

/** The filtered students as a table. The download is logged. @throws Refusal 403 */
export async function downloadStudents(ctx: Ctx, filter: StudentFilter): Promise<FileAnswer> {
  requireBills(ctx, filter);
  const at = await momentOf(ctx);
  const db = ctx.database.longReads;
  const items: Awaited<ReturnType<typeof studentsOf>> = [];
  for (let last: number | undefined; items.length < MAX_LINES; ) {
    const { ids } = await pageByName(db, {
      ...{ reach: ctx.reach, q: filter.q, among: among(filter, at), limit: PORTION },
      ...(filter.q ? { offset: items.length } : { offset: 0, depois_de: last }),
    });
    items.push(...(await studentsOf(ctx, ids, at)));
    last = ids.at(-1);
    if (ids.length < PORTION) break;
  }
  await audit(ctx, 'student-export', `school:${ctx.session.escolaId ?? 0}`, { depois: { alunos: items.length } });
  return csvFile('alunos', studentsCsv(items, at.zone));
}

/** The students for spreadsheets. @param timeZone of the reader */
const studentsCsv = (students: readonly Student[], timeZone: string): string =>
  csv([
    ['Nome', 'Matrícula', 'Unidade', 'Turmas', 'Livros', 'Telefone', 'E-mail', 'Convite', 'Último acesso'].concat([
      'Parcelas vencidas',
      'Acesso',
      'Curso encerrado em',
    ]),
    ...students.map((each) => [
      each.full_name,
      each.matricula,
      each.unidade.nome,
      each.turmas.map(({ nome }) => nome).join(', '),
      [...new Set(each.turmas.map(({ livro }) => livro))].join(', '),
      each.phone ? formatPhone(each.phone) : '',
      each.email,
      inviteWords[each.convite].name,
      each.ultimo_acesso ? formatDate(each.ultimo_acesso, timeZone) : '',
      each.parcelas_vencidas ?? '',
      each.bloqueado ? 'Bloqueado' : 'Liberado',
      each.encerrado_em ? formatDay(each.encerrado_em) : '',
    ]),
  ]);

/** The number of active students of each unit in reach, as in the list of students. */
export async function countByUnit(db: Db, reach: Reach): Promise<ReadonlyMap<number, number>> {
  const { units } = reach;
  const rows = await studentsIn(db, reach)
    // PostgreSQL cannot derive from the units which enrolments they have.
    .$if(units !== null, (query) => query.where('drive_users.company_id', 'in', listed(units ?? [])))
    .where('drive_users.encerrado_em', 'is', null)
    .select(['companies.id', ({ fn }) => fn.countAll<number | string>().as('many')])
    .groupBy('companies.id')
    .execute();
  return new Map(rows.map(({ id, many }) => [id, Number(many)]));
}
