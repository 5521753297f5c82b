import { stat, statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import type { School } from '../../core/http/ctx.ts';
import { sqlitePath } from '../../data-dir.ts';
import { MAX_ATTEMPTS } from '../../messages/mail/outbox.ts';

/** How long a sample is cached, so that frequent scrapes cost the database nothing. */
const CACHE_MS = 30_000;
/** How long a scrape waits for a new sample. After that the figures are missing. */
const WAIT_MS = 2_000;
/** A session counts as active for this long after its last record, which is written every ten minutes. */
const ACTIVE_MS = 20 * MINUTE_MS;
/** A payment without a result for this long needs to be checked. */
const UNKNOWN_MS = 10 * MINUTE_MS;

interface Sample {
  mails: { waiting: number; failing: number; given_up: number; oldest: string | null };
  pushes: number;
  charges: number;
  refunds: number;
  sessions: number;
  /** Size of the database in bytes; null for a file, whose size is read directly. */
  bytes: number | null;
}

/** Figures that come from a sample: one number, or one for each value of a label. */
const sampled: readonly {
  name: string;
  help: string;
  label?: string;
  of(sample: Sample, now: Date): number | Readonly<Record<string, number | null>>;
}[] = [
  {
    name: 'portal_mails',
    help: 'Mails that wait: new, tried in vain so far, or given up and not sent again by hand',
    label: 'state',
    of: ({ mails }) => ({ waiting: mails.waiting, failing: mails.failing, given_up: mails.given_up }),
  },
  {
    name: 'portal_mail_oldest_seconds',
    help: 'Age of the oldest mail that waits',
    of: ({ mails }, now) =>
      mails.oldest === null ? 0 : Math.max(0, (now.getTime() - Date.parse(mails.oldest)) / 1000),
  },
  {
    name: 'portal_pushes_waiting',
    help: 'Push messages that are due and not sent',
    of: ({ pushes }) => pushes,
  },
  {
    name: 'portal_payments_unknown',
    help: 'Payments without a result for ten minutes, and refunds that the payment service did not take',
    label: 'kind',
    of: ({ charges, refunds }) => ({ charge: charges, refund: refunds }),
  },
  {
    name: 'portal_sessions_active',
    help: 'Sessions in use within 20 minutes',
    of: ({ sessions }) => sessions,
  },
];

type Metered = Pick<School, 'config' | 'database' | 'metrics' | 'now'>;

/** Adds what the database holds and how busy it is to the figures of `/metrics`. */
export function meterDatabase(school: Metered): void {
  const read = memoized(() => takeSample(school), CACHE_MS);
  const registers = [school.metrics.registry];
  for (const { name, help, label, of } of sampled) {
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      // All processes on one database see the same rows, so the values are not added up.
      aggregator: 'max',
      registers,
      async collect() {
        // An unknown figure is left out. `reset` would make it 0.
        if (label) this.reset();
        else this.remove();
        const sample = await read();
        const values = sample === null ? {} : of(sample, school.now());
        if (typeof values === 'number') this.set(values);
        else
          for (const [value, count] of Object.entries(values))
            if (count !== null) this.set({ [label ?? '']: value }, count);
      },
    });
  }
  meterConnections(school);
  meterRoom(school, async () => (await read())?.bytes ?? null);
}

function meterConnections({ database, metrics }: Metered): void {
  new Gauge({
    name: 'portal_database_connections',
    help: 'Connections to the database, and queries that wait for one',
    labelNames: ['pool', 'state'],
    registers: [metrics.registry],
    collect() {
      for (const { pool, size, idle, waiting } of database.load()) {
        this.set({ pool, state: 'open' }, size);
        this.set({ pool, state: 'idle' }, idle);
        this.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });
}

/** @param readBytes the size of the database where the server has to be asked */
function meterRoom({ config, database, metrics }: Metered, readBytes: () => Promise<number | null>): void {
  const registers = [metrics.registry];
  new Gauge({
    name: 'portal_database_bytes',
    help: 'Size of the database; on SQLite also of the file of changes that are not folded in',
    labelNames: ['part'],
    aggregator: 'max',
    registers,
    async collect() {
      this.reset();
      const path = sqlitePath(config);
      const sizes =
        database.engine === 'postgres'
          ? { main: await readBytes() }
          : { main: await sizeOf(path), wal: await sizeOf(`${path}-wal`) };
      for (const [part, bytes] of Object.entries(sizes)) if (bytes !== null) this.set({ part }, bytes);
    },
  });
  new Gauge({
    name: 'portal_disk_bytes',
    help: 'Room where DATA_DIR lies',
    labelNames: ['state'],
    aggregator: 'max',
    registers,
    async collect() {
      const disk = await statfs(config.DATA_DIR).catch(() => null);
      if (!disk) return;
      this.set({ state: 'free' }, disk.bavail * disk.bsize);
      this.set({ state: 'all' }, disk.blocks * disk.bsize);
    },
  });
}

const sizeOf = async (path: string) => (await stat(path).catch(() => null))?.size ?? null;

/** Counts over indexes and one table of sessions, on a connection for long reads. */
async function takeSample({ database, now }: Pick<School, 'database' | 'now'>): Promise<Sample> {
  const at = now().getTime();
  const before = (ms: number) => new Date(at - ms).toISOString();
  const unsent = database.longReads.selectFrom('outbox').where('sent_at', 'is', null);
  const count = sql<number>`count(*)`;
  const [mails, pushes, charges, refunds, sessions, bytes] = await Promise.all([
    unsent
      .select([
        sql<number>`coalesce(sum(case when attempts = 0 then 1 else 0 end), 0)`.as('waiting'),
        sql<number>`coalesce(sum(case when attempts > 0 and attempts < ${MAX_ATTEMPTS} then 1 else 0 end), 0)`.as(
          'failing',
        ),
        sql<number>`coalesce(sum(case when attempts >= ${MAX_ATTEMPTS} then 1 else 0 end), 0)`.as('given_up'),
        sql<string | null>`min(case when attempts < ${MAX_ATTEMPTS} then created_at end)`.as('oldest'),
      ])
      .executeTakeFirstOrThrow(),
    database.longReads
      .selectFrom('deliveries')
      .select(count.as('all'))
      // As a literal: only so SQLite uses the index of what waits (0077).
      .where(sql.ref('status'), '=', sql.lit('na_fila'))
      .where('target', '=', 'push')
      .where('due_at', '<=', new Date(at).toISOString())
      .executeTakeFirstOrThrow(),
    database.longReads
      .selectFrom('charges')
      .select(count.as('all'))
      .where('status', 'in', ['criando', 'em_analise'])
      .where('criada_em', '<', before(UNKNOWN_MS))
      .executeTakeFirstOrThrow(),
    database.longReads
      .selectFrom('refunds')
      .select(count.as('all'))
      .where('status', '=', 'pedida')
      .executeTakeFirstOrThrow(),
    database.longReads
      .selectFrom('sessions')
      .select(count.as('all'))
      .where('last_seen_at', '>=', before(ACTIVE_MS))
      .executeTakeFirstOrThrow(),
    database.engine === 'postgres'
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(database.longReads)
      : null,
  ]);
  return {
    mails,
    pushes: pushes.all,
    charges: charges.all,
    refunds: refunds.all,
    sessions: sessions.all,
    bytes: bytes?.rows[0]?.bytes ?? null,
  };
}

/** Caches a result; concurrent readers share one query. @returns null when it fails or takes too long */
function memoized<T>(look: () => Promise<T>, cacheMs: number): () => Promise<T | null> {
  let last: { at: number; value: Promise<T | null> } | null = null;
  return async () => {
    if (!last || performance.now() - last.at >= cacheMs) {
      const mine = { at: performance.now(), value: look().catch(() => null) };
      last = mine;
      void mine.value.then((value) => {
        // A failure is tried again at the next scrape.
        if (value === null && last === mine) last = null;
      });
    }
    const { value } = last;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, WAIT_MS, null);
    });
    return Promise.race([value, late]).finally(() => clearTimeout(timer));
  };
}
