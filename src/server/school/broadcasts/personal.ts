import { MAX_MESSAGE } from '#lib/format/limits.ts';
import { firstName } from '#lib/format/text.ts';
import { fillPlaceholders, type PlaceholderValues } from '#lib/rules/broadcasts/placeholders.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { people } from '../../core/db/people.ts';
import type { School } from '../../core/http/ctx.ts';
import { lateFeeBasesOf, payableUntil } from '../../money/finance/amount-due.ts';

/** The text of a broadcast for one reader. */
export const fillText = (
  { title, body }: { title: string; body: string },
  values: PlaceholderValues,
): { title: string; body: string } => ({
  title: fillPlaceholders(title, values, MAX_MESSAGE.title),
  body: fillPlaceholders(body, values, MAX_MESSAGE.body),
});

/**
 * Personal values for messages: each reader's current class, and the next due day in time.
 *
 * @param turmaIds classes of the audience: students in one of them read its name
 */
export async function personalOf(
  db: Db,
  { config }: Pick<School, 'config'>,
  { userIds, turmaIds }: { userIds: readonly number[]; turmaIds: readonly number[] },
  at: Date,
): Promise<Map<number, PlaceholderValues>> {
  if (userIds.length === 0) return new Map();
  const readers = await people(db)
    .select(['users.id', 'users.full_name', 'companies.timezone'])
    .where('users.id', 'in', [...userIds])
    .execute();
  const classes = await classesOf(db, userIds, turmaIds);
  const bills = await openBillsOf(db, { config }, userIds, at);
  return new Map(
    readers.map(({ id, full_name, timezone }) => {
      const today = dayIn(zoneOr(timezone, config.SCHOOL_TIME_ZONE), at);
      const due = bills.get(id)?.find(({ until }) => until >= today);
      const said = due && (due.day >= today ? due.day : due.until);
      return [
        id,
        {
          primeiro_nome: firstName(full_name),
          turma: classes.get(id) ?? null,
          vencimento: said ? `${said.slice(8)}/${said.slice(5, 7)}` : null,
        },
      ];
    }),
  );
}

/** The running class of each student: a class of the audience, else the newest. */
async function classesOf(
  db: Db,
  userIds: readonly number[],
  turmaIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('turma_alunos')
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .select(['turma_alunos.user_id', 'turmas.id', 'turmas.nome'])
    .where('turma_alunos.user_id', 'in', [...userIds])
    .where(isInClass)
    .where('turmas.status', '=', 'ativa')
    .orderBy('turmas.inicio')
    .orderBy('turmas.id')
    .execute();
  const isMeant = new Set(turmaIds);
  const sorted = [...rows.filter(({ id }) => !isMeant.has(id)), ...rows.filter(({ id }) => isMeant.has(id))];
  return new Map(sorted.map(({ user_id, nome }) => [user_id, nome]));
}

/** Max. days by which holidays move a due day, plus a day for time zones. */
const MAX_MOVED_MS = 60 * DAY_MS;

interface DueDay {
  day: string;
  /** The last day in time. */
  until: string;
}

/**
 * Bills of courses that may still be in time in some zone. Other bills are excluded by the join: with a condition on null orders
 * and payments, SQLite would read every bill of the school.
 */
async function openBillsOf(
  db: Db,
  school: Pick<School, 'config'>,
  userIds: readonly number[],
  at: Date,
): Promise<Map<number, DueDay[]>> {
  const first = dayIn('UTC', new Date(at.getTime() - MAX_MOVED_MS));
  const rows = await db
    .selectFrom('parcelas')
    .select(['user_id', 'vencimento', 'pedido_id', 'cambio_id', 'company_id'])
    .where('user_id', 'in', [...userIds])
    .where('vencimento', '>=', first)
    .where('status', '=', 'aberta')
    .orderBy('vencimento')
    .execute();
  const basisFor = await lateFeeBasesOf(school, db, rows, at);
  const days = new Map<number, DueDay[]>();
  for (const row of rows) {
    if (row.pedido_id !== null || row.cambio_id !== null) continue;
    const due = { day: row.vencimento, until: payableUntil(row, basisFor(row).calendar) };
    days.set(row.user_id, [...(days.get(row.user_id) ?? []), due]);
  }
  return days;
}
