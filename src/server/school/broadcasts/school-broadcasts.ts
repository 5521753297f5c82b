import type { Audience } from '#lib/contract/broadcasts.schema.ts';
import { presentSchoolBroadcast } from '#lib/rules/broadcasts/school-broadcast.ts';
import { MAX_NAMED, type Names } from '#lib/words/broadcasts-panel.ts';
import { cutPage, pageAfter } from '../../core/db/keyset.ts';
import { people } from '../../core/db/people.ts';
import { within } from '../../core/db/reach.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { readersInReach } from './access.ts';
import type { GetSchoolBroadcast, ListSchoolBroadcasts } from './inputs.ts';
import { presentBroadcasts } from './present.ts';
import { broadcastsOf, countBroadcasts, hasFailures } from './queries.ts';
import { readOutcomes, readSums } from './read-log.ts';

const WENT_OUT = ['enviando', 'enviada'] as const;

/** Messages that the staff reaches, the newest first. `saiu`: those that went out, or go out now. */
export async function listSchoolBroadcasts(ctx: Ctx, { estado, saiu, depois, limit }: ListSchoolBroadcasts) {
  const all = broadcastsOf(ctx.db, readersInReach(ctx));
  const matching = all
    .$if(estado === 'com_falhas', (query) => query.where(hasFailures(ctx.now())))
    .$if(estado !== undefined && estado !== 'com_falhas', (query) =>
      query.where('sendings.status', '=', estado as (typeof WENT_OUT)[number]),
    )
    .$if(saiu === true && estado === undefined, (query) => query.where('sendings.status', 'in', WENT_OUT));
  const order = [
    ['sendings.created_at', 'desc'],
    ['sendings.id', 'desc'],
  ] as const;
  const [found, contagens] = await Promise.all([
    pageAfter(matching.selectAll('sendings'), order, { depois, limit }).execute(),
    countBroadcasts(ctx, all),
  ]);
  const { rows, next } = cutPage(found, limit, ({ created_at, id }) => [created_at, id]);
  const broadcasts = await presentBroadcasts(ctx.database.longReads, rows);
  const names = await audienceNames(
    ctx,
    broadcasts.map(({ audience }) => audience),
  );
  const { com_falhas: _, ...states } = contagens;
  const counted = estado ? [estado] : saiu ? WENT_OUT : Object.keys(states);
  return {
    items: broadcasts.map((broadcast) => presentSchoolBroadcast(broadcast, names)),
    total: counted.reduce((sum, state) => sum + (contagens[state] ?? 0), 0),
    next,
    contagens,
  };
}

/** A message with its outcome. @throws Refusal 403, 404 */
export async function readSchoolBroadcast(ctx: Ctx, query: GetSchoolBroadcast) {
  const [sums, items] = await Promise.all([readSums(ctx, query.id), readOutcomes(ctx.db, query)]);
  const log = { ...sums, items };
  return { ...presentSchoolBroadcast(log.sending, await audienceNames(ctx, [log.sending.audience])), log };
}

/** The names in the descriptions of audiences; longer lists show only a number. */
async function audienceNames(ctx: Ctx, audiences: readonly Audience[]): Promise<Names> {
  const { db } = ctx;
  const isInReach = within(readersInReach(ctx));
  const few = (list: 'company_ids' | 'turma_ids' | 'livro_ids' | 'user_ids') => [
    ...new Set(audiences.flatMap((each) => (each[list].length <= MAX_NAMED ? each[list] : []))),
  ];
  const named = <T>(ids: readonly number[], read: (ids: readonly number[]) => Promise<T[]>) =>
    ids.length > 0 ? read(ids) : [];
  const [companies, turmas, livros, users] = await Promise.all([
    named(few('company_ids'), (ids) =>
      db
        .selectFrom('companies')
        .select(['companies.id', 'companies.nome'])
        .where('companies.id', 'in', ids)
        .$call(isInReach)
        .execute(),
    ),
    named(few('turma_ids'), (ids) =>
      db
        .selectFrom('turmas')
        .innerJoin('companies', 'companies.id', 'turmas.company_id')
        .select(['turmas.id', 'turmas.nome'])
        .where('turmas.id', 'in', ids)
        .$call(isInReach)
        .execute(),
    ),
    named(few('livro_ids'), (ids) => db.selectFrom('livros').select(['id', 'nome']).where('id', 'in', ids).execute()),
    named(few('user_ids'), (ids) =>
      people(db).select(['users.id', 'users.full_name']).where('users.id', 'in', ids).$call(isInReach).execute(),
    ),
  ]);
  return { companies, turmas, livros, users: Object.fromEntries(users.map((each) => [each.id, each.full_name])) };
}
