import type { Change, ChangeKind, ChangePage, ChangeQuery } from '#lib/contract/sync-changes.schema.ts';
import { policy } from '#lib/rules/people/rights.ts';
import { CHANGE_KINDS, changeKinds } from '#lib/rules/sync/changes.ts';
import type { Db } from '../../core/db/connection.ts';
import { listed } from '../../core/db/reach.ts';
import { type Reach, reachBy } from '../../core/http/access.ts';
import type { Ctx, Session } from '../../core/http/ctx.ts';
import { forbidden, invalid, Refusal } from '../../core/http/refusal.ts';
import { exportThings } from './export-things.ts';
import { type Head, numberChanges } from './number-changes.ts';

/** The kinds of changes that a reader gets, each with the reach. */
export type Reaches = ReadonlyMap<ChangeKind, Reach>;

const BEGIN_ANEW = 'Este cursor não vale mais: o portal foi restaurado de uma cópia. Leia de novo, sem “desde”.';

/**
 * A page of what changed since a cursor, each thing as it is now (0119).
 *
 * @throws Refusal 403 for a kind out of reach, 410 for a cursor of before a restore, 422 for a text that is no cursor, 429
 */
export async function readChanges(ctx: Ctx, query: ChangeQuery): Promise<ChangePage> {
  const reaches = reachesOf(ctx.session, query.tipos);
  await ctx.limits.take('sync', ctx.session.tokenId);
  const head = await numberChanges(ctx);
  const after = query.desde === undefined ? 0 : placeOf(query.desde, head);
  const found = await changesAfter(ctx.db, reaches, after, query.limite + 1);
  const some = found.slice(0, query.limite);
  const isLast = found.length === some.length;
  return {
    items: await exportChanges(ctx.db, latestOf(some), reaches),
    // There is no change in the reader's reach between the last one and the head.
    proximo: `${head.epoca}.${isLast ? Math.max(after, head.pos) : some.at(-1)?.pos}`,
    tem_mais: !isLast || head.hasMore,
  };
}

/** The reach of each kind. @param kinds the requested ones. @throws Refusal 403 */
export function reachesOf(session: Session, kinds: readonly ChangeKind[] | undefined): Reaches {
  const own = session.key?.reads ?? CHANGE_KINDS;
  const reaches = new Map<ChangeKind, Reach>();
  for (const kind of new Set(kinds ?? CHANGE_KINDS)) {
    const { name, right } = changeKinds[kind];
    const reach = reachBy(session, [right]);
    if (reach && own.includes(kind)) reaches.set(kind, reach);
    else if (kinds && !reach) throw forbidden(`“${name}” pede o acesso a ${policy[right].name}.`);
    else if (kinds) throw new Refusal(403, `Esta chave não lê “${name}”.`, { code: 'key_scope' });
  }
  if (reaches.size > 0) return reaches;
  throw new Refusal(403, 'Esta chave não lê nada do portal: crie uma que leia.', { code: 'key_scope' });
}

function placeOf(cursor: string, head: Head): number {
  const [, epoca, pos] = /^([\w-]{36})\.(\d{1,10})$/.exec(cursor) ?? [];
  if (pos === undefined) throw invalid('Cursor inválido.', { desde: 'Use o “proximo” da última resposta' });
  if (epoca !== head.epoca || Number(pos) > head.pos) throw new Refusal(410, BEGIN_ANEW, { code: 'cursor_gone' });
  return Number(pos);
}

/** A numbered change. */
export interface Noted {
  kind: ChangeKind;
  assunto: number;
  pos: number;
  em: string;
}

/** Each thing once, at its last number: two tables may record changes of one person. */
export const latestOf = (changes: readonly Noted[]): Noted[] =>
  [...new Map(changes.toReversed().map((each) => [`${each.kind} ${each.assunto}`, each])).values()].reverse();

/** The changes after a number, in order, within the reader's reach. */
export async function changesAfter(db: Db, reaches: Reaches, after: number, limit: number): Promise<Noted[]> {
  const rows = await db
    .selectFrom('sync_changes')
    .select(['kind', 'assunto', 'pos', 'em'])
    .where('pos', '>', after)
    .where((where) =>
      where.or(
        [...reaches].map(([kind, { escolaId, units }]) =>
          where.and([
            where('kind', '=', kind),
            ...(escolaId === null ? [] : [where('escola_id', '=', escolaId)]),
            ...(units === null ? [] : [where('company_id', 'in', listed(units))]),
          ]),
        ),
      ),
    )
    .orderBy('pos')
    .limit(limit)
    .execute();
  return rows.map(({ kind, assunto, pos, em }) => ({ kind, assunto, pos: pos ?? 0, em: em ?? '' }));
}

/** Adds the current state of the things to changes. */
export async function exportChanges(db: Db, changes: readonly Noted[], reaches: Reaches): Promise<Change[]> {
  const exported = new Map<ChangeKind, ReadonlyMap<number, object>>();
  for (const [kind, reach] of reaches) {
    const ids = changes.flatMap((each) => (each.kind === kind ? [each.assunto] : []));
    exported.set(kind, await exportThings(db, kind, [...new Set(ids)], reach));
  }
  return changes.map(
    ({ kind, assunto, em }) =>
      ({ tipo: kind, id: assunto, em, dados: exported.get(kind)?.get(assunto) ?? null }) as Change,
  );
}
