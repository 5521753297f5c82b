import { changesOf } from '#lib/rules/people/audit-values.ts';
import { actionText, targetText } from '#lib/rules/people/audit-words.ts';
import { shiftDay } from '#lib/rules/time/days.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { people } from '../../core/db/people.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { requireReach } from '../account/policy.ts';
import { type AuditFilter, type AuditRow, auditEntries, BY_LINK, countEntries, namesOf, staffOf } from './queries.ts';

interface Query {
  user_id?: number;
  alvo?: string;
  tipo?: 'mudancas' | 'consultas';
  dia?: string;
  contar?: boolean;
  limit: number;
  depois?: string | undefined;
}

/** Counts cover this many days. */
const COUNTED_DAYS = 30;

/**
 * Actions of the school's staff and of the operator, the newest first; for admins those of all schools. `pessoas`: the people to
 * filter by. `pessoa`: the person of the filter.
 */
export async function readAudit(ctx: Ctx, query: Query) {
  const { db, database, reach, config } = ctx;
  const { limit, depois, user_id: userId, alvo: target, tipo, dia: day } = query;
  const isRead = tipo === undefined ? undefined : tipo === 'consultas';
  const filter = { reach, userId, target, isRead, day, limit, depois };
  const [{ rows, next, total }, pessoas, contagens, pessoa] = await Promise.all([
    auditEntries(database.longReads, filter),
    staffOf(db, reach),
    query.contar ? countsOf(ctx, filter) : null,
    personOf(db, reach, target),
  ]);
  return { items: await inWords(db, rows, config.SCHOOL_TIME_ZONE), total, next, pessoas, contagens, pessoa };
}

/** The person of a target, in reach. */
async function personOf(db: Db, reach: Reach, target: string | undefined) {
  const id = /^user:(\d{1,9})$/.exec(target ?? '')?.[1];
  if (id === undefined) return null;
  const person = people(db).select(['users.id', 'users.full_name as nome']).where('users.id', '=', Number(id));
  return (await person.$call(within(reach)).executeTakeFirst()) ?? null;
}

/** Actions with the right `alunos` on a student, and the student's own access changes (0093). */
const OF_RECORD = [
  ...['student-create', 'student-move', 'course-end', 'course-resume', 'user-update', 'user-block', 'user-unblock'],
  ...['account-join', 'account-apart', 'student-invite', 'invitation-print', 'invitation-accept'],
  ...['book-link', 'book-unlink', 'book-code-renew', 'class-enrol', 'class-enrolment', 'class-transfer'],
  ...[
    'email-asked',
    'email-undone',
    'email-agreed',
    'registration-undone',
    'guardian-confirmed',
    'guardian-withdrawn',
    'erasure-asked',
    'erasure-withdrawn',
  ],
];
const LAST_CHANGES = 5;

/** The last changes of a student's record; without money, points, orders and rights. @throws Refusal 404 */
export async function readUserChanges(ctx: Ctx, id: number) {
  const { db, database, reach, config } = ctx;
  await requireReach(ctx, id);
  const filter = { reach, target: `user:${id}`, actions: OF_RECORD, limit: LAST_CHANGES };
  const { rows } = await auditEntries(database.longReads, filter);
  return inWords(db, rows, config.SCHOOL_TIME_ZONE);
}

async function inWords(db: Db, rows: readonly AuditRow[], zone: string) {
  const [names, wordsOf] = [await targetNames(db, rows), await namedValues(db, rows)];
  return rows.map((row) => present(row, names.get(row.target), wordsOf(row), zone));
}

/**
 * One query of the log gives all three lists: by person, kind and day. Each list applies the other filters and ignores its own.
 * It contains only people and days with entries.
 */
async function countsOf({ database, config, now }: Ctx, filter: AuditFilter) {
  const since = shiftDay(dayIn(config.SCHOOL_TIME_ZONE, now()), -COUNTED_DAYS);
  const { userId, isRead, day, ...rest } = filter;
  const all = await countEntries(database.longReads, rest, since);
  const by = (own: 'who' | 'day' | 'kind') =>
    all.filter(
      (row) =>
        (own === 'who' || userId === undefined || row.who === userId) &&
        (own === 'day' || day === undefined || row.day === day) &&
        (own === 'kind' || isRead === undefined || row.isView === isRead),
    );
  const sum = (rows: readonly { entries: number }[]) => rows.reduce((total, { entries }) => total + entries, 0);
  const people = Map.groupBy(by('who'), ({ who }) => who);
  return {
    pessoas: [...people].flatMap(([id, rows]) => (id === null ? [] : [{ id, entradas: sum(rows) }])),
    mudancas: sum(by('kind').filter(({ isView }) => !isView)),
    consultas: sum(by('kind').filter(({ isView }) => isView)),
    dias: [...Map.groupBy(by('day'), (row) => row.day)]
      .map(([dia, rows]) => ({ dia, entradas: sum(rows) }))
      .toSorted((a, b) => b.dia.localeCompare(a.dia)),
  };
}

/** An entry in words: `antes` and `depois` are null if no values changed. */
function present(row: AuditRow, name: string | undefined, values: Change, zone: string) {
  const mudancas = changesOf(values, zone);
  const text = (which: 'antes' | 'depois') =>
    mudancas.length > 0 ? mudancas.map((change) => `${change.campo}: ${change[which]}`).join('; ') : null;
  const target = targetText(row.target, name);
  const isPerson = row.target.startsWith('user:');
  return {
    id: row.id,
    quem_id: row.user_id,
    quem: row.user_id === null ? nobodyWith(row.action) : (row.who_name ?? 'Conta apagada'),
    acao: actionText(row.action),
    alvo: !isPerson && row.person_name ? `${target}, de ${row.person_name}` : target,
    // The person concerned.
    alvo_id: row.person_name === null ? null : row.about_user_id,
    // For a view: the first one of the day.
    em: row.at,
    // How often the thing was viewed on that day; 1 for a change.
    vezes: row.times,
    // For a view: the last one of the day.
    ultima_em: row.last_at,
    antes: text('antes'),
    depois: text('depois'),
    // The changes, value by value.
    mudancas,
  };
}

/** The actor of an entry without an account. */
const nobodyWith = (action: string) =>
  BY_LINK.includes(action) ? 'Quem abriu o link do e-mail' : 'A administração do portal';

type Values = Record<string, unknown>;
type Change = { antes?: Values; depois?: Values };
const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** The values before and after in an entry; older entries have none, or another form. */
function valuesOf(data: string | null): Change {
  const parsed: unknown = data === null ? null : JSON.parse(data);
  if (!isValues(parsed)) return {};
  const { antes, depois } = parsed;
  return { ...(isValues(antes) && { antes }), ...(isValues(depois) && { depois }) };
}

/** Names of the targets of a page: one query for each kind of target. */
async function targetNames(db: Db, rows: readonly AuditRow[]): Promise<Map<string, string>> {
  const targets = [...new Set(rows.map(({ target }) => target))];
  const found = await Promise.all(
    Object.entries(namesOf).map(async ([kind, find]) => {
      const ids = targets.flatMap((target) => {
        const id = target.startsWith(`${kind}:`) ? Number(target.slice(kind.length + 1)) : Number.NaN;
        return Number.isSafeInteger(id) ? [id] : [];
      });
      return ids.length === 0 ? [] : (await find(db, ids)).map(({ id, name }) => [`${kind}:${id}`, name] as const);
    }),
  );
  return new Map(found.flat());
}

/** Fields whose value is the id of a thing with a name. */
const named = { responsavel_user_id: 'user', unidade_id: 'unit' } as const;

/** The values of each entry of a page, with names in place of the ids of people and units. */
async function namedValues(db: Db, rows: readonly AuditRow[]): Promise<(row: AuditRow) => Change> {
  const values = new Map(rows.map((row) => [row.id, valuesOf(row.data)]));
  const sides = [...values.values()].flatMap(({ antes, depois }) => [antes ?? {}, depois ?? {}]);
  const found = await Promise.all(
    Object.entries(named).map(async ([field, kind]) => {
      const ids = [...new Set(sides.map((side) => side[field]))].filter((id) => typeof id === 'number');
      const names = ids.length === 0 ? [] : await namesOf[kind]?.(db, ids);
      return [field, new Map(names?.map(({ id, name }) => [id, name]))] as const;
    }),
  );
  const say = (side: Values | undefined) => {
    if (!side) return side;
    const said = found.flatMap(([field, names]) => {
      const id = side[field];
      return typeof id === 'number' ? [[field, names.get(id) ?? 'Cadastro apagado'] as const] : [];
    });
    return { ...side, ...Object.fromEntries(said) };
  };
  return ({ id }) => {
    const { antes, depois } = values.get(id) ?? {};
    return { antes: say(antes), depois: say(depois) };
  };
}
