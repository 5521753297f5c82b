import { sql } from 'kysely';
import type { BrandKey } from '#lib/brand.ts';
import { routes } from '#lib/routes.ts';
import type { QuietHours } from '#lib/rules/inbox/quiet-hours.ts';
import { bundleText } from '#lib/words/inbox.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import type { School } from '../../core/http/ctx.ts';
import { brandsOf, type SubscriptionRow } from './queries.ts';
import { quietHoursOf } from './quiet-hours.ts';

/** A delivery that this process holds until `claimedUntil`, with all data for sending. */
export interface Claimed {
  id: number;
  /** Other deliveries in the same message. */
  also: readonly number[];
  userId: number;
  token: string;
  attempts: number;
  /** Never bundled with other deliveries. */
  pressing: boolean;
  broadcastId: number | null;
  expiresAt: Date | null;
  claimedUntil: string;
  content: Content | undefined;
  /** undefined: the device is gone. It may have another user by now. */
  device: Pick<SubscriptionRow, 'id' | 'user_id' | 'endpoint' | 'p256dh' | 'auth'> | undefined;
  brand: BrandKey;
  unread: number;
  /** Quiet hours, if they apply to it. */
  quiet: (QuietHours & { zone: string }) | undefined;
}

/** The content and display options of a notification. */
export interface Content {
  title: string;
  body: string;
  path: string;
  tag: string;
  icon_url: string | null;
  image_url: string | null;
  urgency: 'normal' | 'high';
  respect_quiet_hours: boolean;
}

/**
 * Claims due deliveries, the oldest first. A claim expires, so deliveries of a dead process become available again; processes
 * claim different ones.
 */
export async function claimDeliveries(
  school: Pick<School, 'db' | 'config' | 'now'>,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<Claimed[]> {
  const { db } = school;
  const now = school.now();
  const claimedUntil = new Date(now.getTime() + leaseMs).toISOString();
  const due = dueRows(db, now.toISOString());
  const first = await takeRows(db, due.limit(limit), claimedUntil);
  if (first.length === 0) return [];
  // Deliveries of one bundle are claimed together, even if a batch ends between them.
  const notices = first.filter(({ notice_id, sending_id }) => notice_id !== null && sending_id === null);
  const devicesOf = first.length < limit ? [] : distinct(notices.map(({ subscription_id }) => subscription_id));
  const rows = [
    ...first,
    ...(devicesOf.length === 0
      ? []
      : await takeRows(
          db,
          due
            .where('subscription_id', 'in', devicesOf)
            .where('notice_id', 'is not', null)
            .where('sending_id', 'is', null),
          claimedUntil,
        )),
  ];
  const userIds = distinct(rows.map(({ user_id }) => user_id));
  const [noticeContents, devices, people, unread] = await Promise.all([
    contentsOf(db, distinct(rows.map(({ notice_id }) => notice_id))),
    devicesBy(db, distinct(rows.map(({ subscription_id }) => subscription_id))),
    brandsOf(db, userIds),
    unreadOf(db, userIds),
  ]);
  const contentOf = (row: (typeof rows)[number]): Content | undefined =>
    row.content === null ? noticeContents.get(row.notice_id ?? 0) : JSON.parse(row.content);
  const restless = rows.filter((row) => contentOf(row)?.respect_quiet_hours);
  const quiet = await quietHoursOf(school, distinct(restless.map(({ user_id }) => user_id)));
  const claimed = rows
    .toSorted((a, b) => a.id - b.id)
    .map((row): Claimed => {
      const content = contentOf(row);
      return {
        id: row.id,
        also: [],
        userId: row.user_id,
        token: row.token ?? '',
        attempts: row.attempts,
        pressing: Boolean(row.pressing),
        broadcastId: row.sending_id,
        expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
        claimedUntil,
        content,
        device: devices.get(row.subscription_id ?? 0),
        brand: people.get(row.user_id) ?? 'knn',
        unread: unread.get(row.user_id) ?? 0,
        quiet: content?.respect_quiet_hours ? quiet.get(row.user_id) : undefined,
      };
    });
  return bundled(claimed, now);
}

const distinct = (ids: readonly (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];

/**
 * Bundles notices that are due together on one device and have the same number of attempts. Urgent deliveries, broadcasts and
 * tests are never bundled.
 */
function bundled(claimed: readonly Claimed[], now: Date): Claimed[] {
  const isBundled = ({ content, device, userId, pressing, broadcastId, expiresAt }: Claimed) =>
    !pressing &&
    content?.tag.startsWith(NOTICE_TAG) &&
    content.urgency === 'normal' &&
    broadcastId === null &&
    device?.user_id === userId &&
    (expiresAt === null || expiresAt > now);
  const groups = Map.groupBy(claimed, (row) =>
    isBundled(row) ? `device ${row.device?.id} ${row.attempts}` : `row ${row.id}`,
  );
  return [...groups.values()].flatMap(([first, ...others]) => (first ? [together(first, others)] : []));
}

/** Marks the token of a bundle: opening the message does not mark its notices as read. */
export const BUNDLE_MARK = 'varias.';

function together(first: Claimed, others: readonly Claimed[]): Claimed {
  if (others.length === 0 || !first.content) return first;
  const all = [first, ...others];
  const text = bundleText(all.flatMap(({ content }) => content ?? []));
  const latest = all.reduce(
    (max, { expiresAt }) => (max && expiresAt && expiresAt > max ? expiresAt : max),
    first.expiresAt,
  );
  return {
    ...first,
    also: others.map(({ id }) => id),
    token: BUNDLE_MARK + first.token,
    expiresAt: latest,
    content: { ...first.content, ...text, path: routes.notices.list() },
  };
}

const dueRows = (db: Db, now: string) =>
  db
    .selectFrom('deliveries')
    .select('id')
    .where('target', '=', 'push')
    // A literal, to match the partial index.
    .where('status', '=', sql.lit('na_fila'))
    .where('due_at', '<=', now)
    .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<', now)]))
    .orderBy('due_at')
    .orderBy('id');

const takeRows = (db: Db, due: ReturnType<typeof dueRows>, claimedUntil: string) =>
  db
    .with('due', () => locked(db, due, 'skip'))
    .updateTable('deliveries')
    .set({ claimed_until: claimedUntil })
    .where('id', 'in', (query) => query.selectFrom('due').select('due.id'))
    .returning([
      'id',
      'user_id',
      'subscription_id',
      'notice_id',
      'content',
      'sending_id',
      'token',
      'attempts',
      'pressing',
      'expires_at',
    ])
    .execute();

/** The tag prefix of notices, so that no notification replaces another on a device. */
const NOTICE_TAG = 'aviso-';

/** The notification contents of notices. A broadcast decides about quiet hours itself; other notices wait for their end. */
async function contentsOf(db: Db, noticeIds: readonly number[]): Promise<Map<number, Content>> {
  if (noticeIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('notices')
    .leftJoin('sendings', 'sendings.id', 'notices.sending_id')
    .select(['notices.id', 'notices.title', 'notices.body', 'notices.path', 'notices.expires_at', 'notices.sending_id'])
    .select(['sendings.icon_url', 'sendings.image_url', 'sendings.urgency', 'sendings.respect_quiet_hours'])
    .where('notices.id', 'in', noticeIds)
    .execute();
  return new Map(
    rows.map(({ id, title, body, path, expires_at, sending_id, icon_url, image_url, ...broadcast }) => [
      id,
      {
        ...{ title, body, path, icon_url, image_url },
        tag: sending_id === null ? `${NOTICE_TAG}${id}` : `envio-${sending_id}`,
        urgency: broadcast.urgency ?? (expires_at === null ? 'normal' : 'high'),
        respect_quiet_hours: broadcast.respect_quiet_hours ?? true,
      },
    ]),
  );
}

async function devicesBy(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id', 'endpoint', 'p256dh', 'auth'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function unreadOf(db: Db, userIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('notices')
    .select(({ fn }) => ['user_id', fn.countAll<number>().as('unread')])
    .where('user_id', 'in', userIds)
    .where('read_at', 'is', null)
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id, unread }) => [user_id, Number(unread)]));
}
