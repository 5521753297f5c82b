import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import type { Upstream } from '#lib/api/request.ts';
import { serviceLimits } from '#lib/rules/time/service-limits.ts';
import { createApi } from './app.ts';
import type { Config } from './config.ts';
import type { Database, Db } from './core/db/connection.ts';
import type { Report } from './core/db/migrate.ts';
import { openCurrentDatabase, patiently } from './core/db/open.ts';
import { openPool } from './core/db/postgres.ts';
import { gatherStatistics } from './core/db/statistics.ts';
import type { School } from './core/http/ctx.ts';
import { createLimits } from './core/http/limits.ts';
import { sweepUploads } from './core/http/receive.ts';
import { createRequestSlots } from './core/http/request-slots.ts';
import { UserCache } from './core/http/user-cache.ts';
import { demoExchangeRates, httpExchangeRates, noExchangeRates } from './core/ports/exchange-rates.ts';
import { openFiles } from './core/ports/files.ts';
import type { Ports } from './core/ports/index.ts';
import { noMail, outboxMail, smtpMail } from './core/ports/mail.ts';
import { openPayments } from './core/ports/payments/index.ts';
import { publicPostalCodes } from './core/ports/postal-code.ts';
import { httpPushServices } from './core/ports/push-services.ts';
import { scannedFiles } from './core/ports/scanned-files.ts';
import { httpWhatsapp } from './core/ports/whatsapp.ts';
import { WorkerThread } from './core/threads/worker-thread.ts';
import { customers } from './customers.ts';
import { closeDemoAccounts } from './identity/account/demo-accounts.ts';
import { sealCodesAnew } from './identity/auth/app-codes.ts';
import { HashQueue } from './identity/auth/hash-queue.ts';
import { storedSecret } from './identity/auth/stored-secret.ts';
import { createTokens } from './identity/auth/tokens.ts';
import { ownOrigins } from './messages/devices/endpoint-policy.ts';
import type { SenderSettings } from './messages/devices/sender.ts';
import { createSender, type Sender } from './messages/devices/sender.ts';
import { subjectOf, subjectProblem } from './messages/devices/vapid.ts';
import { sealNumbersAnew } from './messages/whatsapp/numbers.ts';
import { sealAccountsAnew } from './money/finance/accounts.ts';
import { meterDatabase } from './operate/metrics/database-metrics.ts';
import { createMetrics, measurePorts } from './operate/metrics/metrics.ts';
import { seedDemoSchool } from './operate/seed/index.ts';
import { sealWebhooksAnew } from './operate/sync/manage-webhooks.ts';
import { createWorker, type Worker } from './operate/worker.ts';

const LIMITS_CONNECTIONS = 2;

export interface RunningSchool {
  school: School;
  api: Upstream;
  worker: Worker;
  /** Sends due messages to devices. */
  sender: Sender;
  /** Ends background work and closes the database. */
  close(): Promise<void>;
}

interface Overrides extends Partial<Pick<School, 'now' | 'limits' | 'database' | 'papers' | 'imports'>> {
  ports?: Partial<Ports>;
  backgroundWork?: boolean;
  /** Gets the progress of the migration; absent: the log. */
  onSchemaStep?: Report;
  broadcast?: Partial<SenderSettings>;
}

/**
 * Opens the database, migrates it, seeds the demo school into an empty one, and starts the background work.
 *
 * @param overrides for tests: other ports, another clock, a database that is already open and migrated, shared threads.
 * @throws ConfigError that names the setting, when the database or the secret is unusable; and errors of migration steps.
 */
export async function openSchool(config: Config, log: Logger, overrides: Overrides = {}): Promise<RunningSchool> {
  const onError = (error: Error) => log.warn({ err: error }, 'database connection broke');
  const report = overrides.onSchemaStep ?? ((facts, words) => log.info(facts, words));
  const openCurrent = () => openCurrentDatabase(config, { onError, warn: (why) => log.warn(why), report });
  const { database, ran } = overrides.database ? { database: overrides.database, ran: [] } : await openCurrent();
  const swept = await sweepUploads();
  if (swept > 0) log.info({ folders: swept }, 'uploads of processes that ended were removed');
  const limitsPool = config.DATABASE_URL
    ? openPool(config.DATABASE_URL, LIMITS_CONNECTIONS, config.DATABASE_TIMEOUT_MS, onError)
    : null;
  const secret = config.SECRET ?? (await storedSecret(config.DATA_DIR, () => hasAccounts(database.db)));
  const tokens = createTokens(secret, config.SECRET_PREVIOUS);
  const now = overrides.now ?? (() => new Date());
  const metrics = createMetrics();
  const ports = measurePorts(
    {
      exchangeRates: ratesOf(config),
      files: await openFiles(config),
      mail: mailOf(config),
      payments: openPayments(config, database.db, now, tokens),
      postalCodes: publicPostalCodes(config.CEP_API_URL),
      pushServices: httpPushServices({ ownOrigins: ownOrigins(config.PUSH_HOSTS) }),
      webhooks: httpPushServices({ ownOrigins: ownOrigins(config.WEBHOOK_HOSTS), limits: serviceLimits.webhooks }),
      whatsapp: httpWhatsapp(config.WHATSAPP_API_URL),
      ...overrides.ports,
    },
    metrics,
  );
  if (config.CLAMD_URL) ports.files = scannedFiles(ports.files, config.CLAMD_URL, log);
  const school: School = {
    config,
    database,
    db: database.db,
    ports,
    customers,
    limits: overrides.limits ?? createLimits(limitsPool, config.LIMITS),
    tokens,
    hashes: new HashQueue(Math.ceil(availableParallelism() / config.PROCESSES)),
    slots: createRequestSlots(),
    userCache: new UserCache(now),
    papers: overrides.papers ?? new WorkerThread(),
    imports: overrides.imports ?? new WorkerThread(),
    metrics,
    log,
    now,
    wake: () => worker.wake(),
    wakeSender: () => sender.wake(),
  };
  if (config.SECRET_PREVIOUS) await sealAnew(school);
  let isSeeded = false;
  if (config.DEMO === 'on') {
    const seed = (patient: Database) => seedDemoSchool({ ...school, database: patient, db: patient.db });
    isSeeded = await patiently(config, database, seed, onError);
  }
  if (ran.length > 0 || isSeeded) {
    await patiently(config, database, (patient) => gatherStatistics(patient, 'unknown'), onError);
  }
  // An operator's command opens the database without the demo and leaves its accounts unchanged.
  if (overrides.backgroundWork !== false) await sayDemoIsClosed(school);
  meterDatabase(school);
  const worker = createWorker(school);
  const sender = createSender(school, overrides.broadcast);
  if (overrides.backgroundWork !== false) {
    warnOfSubject(school);
    worker.start();
    sender.start();
  }
  return {
    school,
    api: createApi(school),
    worker,
    sender,
    async close() {
      await Promise.all([worker.stop(), sender.stop()]);
      school.ports.pushServices.close();
      school.ports.webhooks.close();
      await Promise.all([limitsPool?.end(), school.papers.close(), school.imports.close()]);
      await database.close();
    },
  };
}

async function sealAnew(school: School): Promise<void> {
  await sealCodesAnew(school);
  await sealAccountsAnew(school);
  await sealWebhooksAnew(school);
  await sealNumbersAnew(school);
}

async function sayDemoIsClosed({ db, config, log }: School): Promise<void> {
  const { closed, others } = await closeDemoAccounts(db, config.DEMO);
  if (closed > 0) log.warn(`DEMO: off, e ${closed} contas da escola de demonstração, que está neste banco, não entram`);
  if (others > 0)
    log.warn(
      `DEMO: off, e ${others} pessoas que não vieram com a escola de demonstração estão nela; elas entram como antes`,
    );
}

function warnOfSubject({ config, log }: School): void {
  const problem = subjectProblem(subjectOf(config));
  if (problem) log.warn(`PUSH_SUBJECT: ${problem}`);
}

function mailOf({ SMTP_URL: url, MAIL_FROM: from, sendsMail }: Config) {
  if (url) return smtpMail(url, from);
  return sendsMail ? outboxMail : noMail;
}

function ratesOf({ EXCHANGE_RATES_URL: url, DEMO }: Config) {
  if (url) return httpExchangeRates(url);
  return DEMO === 'on' ? demoExchangeRates : noExchangeRates;
}

async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
