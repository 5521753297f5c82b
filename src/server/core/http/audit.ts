import { dayIn } from '#lib/rules/time/zones.ts';
import type { Ctx } from './ctx.ts';

/** Values by field name: only what changed. */
export type Values = Readonly<Record<string, string | number | boolean | null>>;

export interface Deed {
  /** The person concerned; left out: the person that the target names. */
  about?: number | null;
  antes?: Values;
  depois?: Values;
}

/** Who acts. Without a session: the operator by a command, or the person who opened a link of a mail (`BY_LINK`). */
type Actor = Pick<Ctx, 'db' | 'now'> & { session?: Pick<Ctx['session'], 'userId'>; config?: Ctx['config'] };

/**
 * Notes an action, its subject (such as `user:7`), and the change. The caller masks values that a log should not spread
 * (a CPF).
 */
export async function audit(actor: Actor, action: string, target: string, deed: Deed = {}): Promise<void> {
  await actor.db
    .insertInto('audit_log')
    .values(lineOf(actor, action, target, deed))
    .execute();
}

/** Max. lines of one statement: databases limit the number of values. */
const AT_ONCE = 500;

/** Records many actions of the same kind. */
export async function auditAll(
  actor: Actor,
  action: string,
  deeds: readonly (Deed & { target: string })[],
): Promise<void> {
  for (let from = 0; from < deeds.length; from += AT_ONCE) {
    const some = deeds.slice(from, from + AT_ONCE);
    const lines = some.map(({ target, ...deed }) => lineOf(actor, action, target, deed));
    await actor.db.insertInto('audit_log').values(lines).execute();
  }
}

/** Records that somebody viewed a thing: one line for each person, thing and day, with a counter. */
export async function auditView(actor: Actor, action: string, target: string, deed: Deed = {}): Promise<void> {
  const line = lineOf(actor, action, target, deed);
  await actor.db
    .insertInto('audit_log')
    .values({ ...line, last_at: line.at, view_key: `${action}:${target}:${line.day}` })
    .onConflict((known) =>
      known
        .columns(['user_id', 'view_key'])
        .where('view_key', 'is not', null)
        .doUpdateSet(({ eb, ref }) => ({ times: eb(ref('audit_log.times'), '+', 1), last_at: line.at })),
    )
    .execute();
}

function lineOf({ session, now, config }: Actor, action: string, target: string, { about, antes, depois }: Deed) {
  const named = /^user:(\d{1,9})$/.exec(target)?.[1];
  return {
    user_id: session?.userId ?? null,
    action,
    target,
    at: now().toISOString(),
    day: dayIn(config?.SCHOOL_TIME_ZONE ?? 'UTC', now()),
    data: antes || depois ? JSON.stringify({ ...(antes && { antes }), ...(depois && { depois }) }) : null,
    about_user_id: about ?? (named ? Number(named) : null),
  };
}

type Row = Readonly<Record<string, unknown>>;

/** The values of a row that changed, before and after; other fields and equal values are left out. */
export function changeOf(before: Row | undefined, after: Row | undefined, fields: readonly string[]): Deed {
  const plain = (value: unknown) =>
    value === undefined || value === null ? null : typeof value === 'object' ? JSON.stringify(value) : value;
  const changed = fields.filter((field) => plain(before?.[field]) !== plain(after?.[field]));
  const pick = (row: Row) => Object.fromEntries(changed.map((field) => [field, plain(row[field])])) as Values;
  if (changed.length === 0) return {};
  return { ...(before && { antes: pick(before) }), ...(after && { depois: pick(after) }) };
}
