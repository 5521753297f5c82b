import type { BroadcastLog, FollowedDeed } from '#lib/contract/broadcasts.schema.ts';
import { routes } from '#lib/routes.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import type { BroadcastRow } from './queries.ts';

const FOLLOWED_MS = 7 * DAY_MS;
const AT_ONCE = 500;

interface Deed {
  user_id: number;
  at: string | null;
}
interface Goal {
  what: FollowedDeed;
  /** Pages that lead to it. */
  below: string;
  /** When these people did it, from an instant on. */
  read(db: Db, userIds: number[], since: string): Promise<Deed[]>;
}

const goals: readonly Goal[] = [
  {
    what: 'pagaram',
    below: routes.finance.home(),
    read: (db, ids, since) =>
      db
        .selectFrom('parcelas')
        .select(['user_id', 'pago_em as at'])
        .where('user_id', 'in', ids)
        .where('pago_em', '>=', since)
        .execute(),
  },
  {
    what: 'pediram',
    below: routes.orders.list(),
    read: (db, ids, since) =>
      db
        .selectFrom('pedidos')
        .select(['user_id', 'criado_em as at'])
        .where('user_id', 'in', ids)
        .where('criado_em', '>=', since)
        .execute(),
  },
  {
    what: 'se_inscreveram',
    below: routes.travel.list(),
    read: (db, ids, since) =>
      db
        .selectFrom('travel_participations')
        .select(['user_id', 'criada_em as at'])
        .where('user_id', 'in', ids)
        .where('criada_em', '>=', since)
        .execute(),
  },
  {
    what: 'vieram',
    below: '/aula-online',
    read: (db, ids, since) =>
      db
        .selectFrom('presencas')
        .innerJoin('turma_alunos', 'turma_alunos.id', 'presencas.turma_aluno_id')
        .select(['turma_alunos.user_id', 'presencas.confirmada_em as at'])
        .where('turma_alunos.user_id', 'in', ids)
        .where('presencas.status', 'in', ['presente', 'reposta'])
        .where('presencas.confirmada_em', '>=', since)
        .execute(),
  },
  {
    what: 'trocaram',
    below: routes.club.spend(),
    read: (db, ids, since) =>
      db
        .selectFrom('redemptions')
        .select(['user_id', 'pedido_em as at'])
        .where('user_id', 'in', ids)
        .where('pedido_em', '>=', since)
        .execute(),
  },
];

const goalOf = (link: string) =>
  goals.find(({ below }) => link === below || link.startsWith(`${below}/`) || link.startsWith(`${below}?`));

/** Who opened a message, who followed its link, and how many of these then did what it leads to, within seven days. */
export async function readFollowed(
  db: Db,
  { id, link }: Pick<BroadcastRow, 'id' | 'link'>,
): Promise<NonNullable<BroadcastLog['followed']>> {
  const own = db.selectFrom('notices').where('sending_id', '=', id);
  const { opened } = await own
    .where('read_at', 'is not', null)
    .select(({ fn }) => fn.countAll<number | string>().as('opened'))
    .executeTakeFirstOrThrow();
  const clicks = await own.select(['user_id', 'clicked_at']).where('clicked_at', 'is not', null).execute();
  const goal = goalOf(link);
  const deed = goal ? { what: goal.what, people: await countDeeds(db, goal, clicks) } : null;
  return { opened: Number(opened), clicked: clicks.length, deed };
}

async function countDeeds(db: Db, { read }: Goal, clicks: readonly { user_id: number; clicked_at: string | null }[]) {
  const clickedAt = new Map(clicks.map(({ user_id, clicked_at }) => [user_id, clicked_at ?? '']));
  const since = [...clickedAt.values()].toSorted()[0];
  if (since === undefined) return 0;
  const followed = new Set<number>();
  const ids = [...clickedAt.keys()];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    for (const { user_id, at } of await read(db, ids.slice(from, from + AT_ONCE), since)) {
      const click = clickedAt.get(user_id) ?? '';
      const after = Date.parse(at ?? '') - Date.parse(click);
      if (after >= 0 && after < FOLLOWED_MS) followed.add(user_id);
    }
  }
  return followed.size;
}
