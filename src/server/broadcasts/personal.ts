import { MAX_MESSAGE } from '#lib/format/limits.ts';
import { firstName } from '#lib/format/text.ts';
import { fillPlaceholders, type PlaceholderValues } from '#lib/rules/broadcasts/placeholders.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import type { Db } from '../db/connection.ts';
import { isInClass } from '../db/in-class.ts';
import { people } from '../db/people.ts';
import { bankDayFrom } from '../finance/bank-days.ts';
import type { School } from '../http/ctx.ts';

/** The words of a broadcast for one reader. */
export const fillText = (
  { title, body }: { title: string; body: string },
  values: PlaceholderValues,
): { title: string; body: string } => ({
  title: fillPlaceholders(title, values, MAX_MESSAGE.title),
  body: fillPlaceholders(body, values, MAX_MESSAGE.body),
});

/**
 * Personal facts for messages: each reader's present class, and the next day with work due.
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
  const [classes, bills] = [await classesOf(db, userIds, turmaIds), await openBillsOf(db, userIds, at)];
  return new Map(
    readers.map(({ id, full_name, timezone }) => {
      const today = dayIn(zoneOr(timezone, config.SCHOOL_TIME_ZONE), at);
      const due = bills.get(id)?.find((day) => bankDayFrom(day) >= today);
      const said = due && (due >= today ? due : bankDayFrom(due));
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

/** Longer than any closure of banks, plus a day for the time zones. */
const MAX_MOVED_MS = 10 * DAY_MS;

/**
 * Bills of courses that may still be on time somewhere. The query leaves out other bills: if it asked for null orders
 * and payments, SQLite would read every bill of the school.
 */
async function openBillsOf(db: Db, userIds: readonly number[], at: Date): Promise<Map<number, string[]>> {
  const first = dayIn('UTC', new Date(at.getTime() - MAX_MOVED_MS));
  const rows = await db
    .selectFrom('parcelas')
    .select(['user_id', 'vencimento', 'pedido_id', 'cambio_id'])
    .where('user_id', 'in', [...userIds])
    .where('vencimento', '>=', first)
    .where('status', '=', 'aberta')
    .orderBy('vencimento')
    .execute();
  const days = new Map<number, string[]>();
  for (const { user_id, vencimento, pedido_id, cambio_id } of rows) {
    if (pedido_id !== null || cambio_id !== null) continue;
    const own = days.get(user_id);
    if (own) own.push(vencimento);
    else days.set(user_id, [vencimento]);
  }
  return days;
}
