import type { Database } from '../../core/db/connection.ts';
import type { School } from '../../core/http/ctx.ts';

/** What a process knows of the pages that visitors see. Another text: keep nothing that was drawn before. */
export type PageStamp = () => string | Promise<string>;

/** Publications of other processes are looked for so often. */
const REQUESTED_EVERY_MS = 1_000;

/** How often this process changed what visitors see. */
const changes = new WeakMap<Database, number>();
const changesOf = (database: Database) => changes.get(database) ?? 0;

/** Tells this process that visitors may see something else from now on. */
export function announcePages({ database }: Pick<School, 'database'>): void {
  changes.set(database, changesOf(database) + 1);
}

/**
 * A stamp that changes with each publication, and when the moment of one comes. A request costs two comparisons: this
 * process tells itself of its own publications, and for those of others it reads one short row, at most once a second.
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
    // A database that does not answer publishes nothing either.
    return ask(at, change).catch(() => known.stamp);
  };
}
