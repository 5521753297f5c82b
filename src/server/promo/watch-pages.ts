import type { School } from '../http/ctx.ts';

/** What a process knows of the pages that visitors see. Another text: keep nothing that was drawn before. */
export type PageStamp = () => string | Promise<string>;

/** A database that cannot say at once whether it changed is asked so often. */
const ASKED_EVERY_MS = 1_000;

/**
 * A stamp that changes with each publication in any process, and when the moment of one comes. Where the database says at
 * no cost that nothing was written since, nothing is asked; else one short row is read, at most once a second.
 */
export function watchPages({ db, database: { version }, now }: Pick<School, 'db' | 'database' | 'now'>): PageStamp {
  let known: { stamp: string; mark: number; nextAt: string | null } | null = null;
  const markOf = () => (version ? version() : Math.floor(now().getTime() / ASKED_EVERY_MS));
  const ask = async (mark: number): Promise<string> => {
    const at = now().toISOString();
    const [past, next] = await Promise.all([
      db
        .selectFrom('promo_versions')
        .select(({ fn }) => [fn.max('id').as('last'), fn.countAll<number | string>().as('many')])
        .where('publica_em', '<=', at)
        .executeTakeFirstOrThrow(),
      db
        .selectFrom('promo_versions')
        .select(({ fn }) => fn.min('publica_em').as('at'))
        .where('publica_em', '>', at)
        .executeTakeFirst(),
    ]);
    known = { stamp: `${past.last ?? 0} ${past.many}`, mark, nextAt: next?.at ?? null };
    return known.stamp;
  };
  return () => {
    const mark = markOf();
    const isDue = known?.nextAt !== null && known !== null && known.nextAt <= now().toISOString();
    if (known && known.mark === mark && !isDue) return known.stamp;
    // A database that does not answer publishes nothing either.
    return ask(mark).catch(() => known?.stamp ?? '');
  };
}
