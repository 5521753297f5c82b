import type { Database } from '../../core/db/connection.ts';
import type { School } from '../../core/http/ctx.ts';

/** A stamp of the published pages. When it changes, cached pages are invalid. */
export type PageStamp = () => string | Promise<string>;

/** How often publications of other processes are checked. */
const REQUESTED_EVERY_MS = 1_000;

/** The number of publications in this process. */
const changes = new WeakMap<Database, number>();
const changesOf = (database: Database) => changes.get(database) ?? 0;

/** Announces a publication in this process. */
export function announcePages({ database }: Pick<School, 'database'>): void {
  changes.set(database, changesOf(database) + 1);
}

/**
 * A stamp that changes with each publication and when a scheduled one becomes due. A request costs two comparisons: publications
 * of this process are announced, and for those of others one short row is read, at most once a second.
 */
export function watchPages({ db, database, now }: Pick<School, 'db' | 'database' | 'now'>): PageStamp {
  let known = { stamp: '', change: -1, until: 0 };
  const ask = async (at: Date, change: number): Promise<string> => {
    const instant = at.toISOString();
    const [past, next] = await Promise.all([
      db
        .selectFrom('promo_versions')
        .select(({ fn }) => [fn.max('id').as('last'), fn.countAll<number | string>().as('many')])
        .where('publica_em', '<=', instant)
        .executeTakeFirstOrThrow(),
      db
        .selectFrom('promo_versions')
        .select(({ fn }) => fn.min('publica_em').as('at'))
        .where('publica_em', '>', instant)
        .executeTakeFirst(),
    ]);
    const until = Math.min(
      at.getTime() + REQUESTED_EVERY_MS,
      next?.at ? Date.parse(next.at) : Number.POSITIVE_INFINITY,
    );
    known = { stamp: `${past.last ?? 0} ${past.many}`, change, until };
    return known.stamp;
  };
  return () => {
    const at = now();
    const change = changesOf(database);
    if (known.change === change && at.getTime() < known.until) return known.stamp;
    // If the database does not answer, nothing can have been published.
    return ask(at, change).catch(() => known.stamp);
  };
}
