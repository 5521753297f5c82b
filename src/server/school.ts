import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import { type ApiFetch, createApi } from './app.ts';
import { HashQueue } from './auth/hash-queue.ts';
import { createTokens } from './auth/tokens.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db/connection.ts';
import { migrate } from './db/migrate.ts';
import { seedDemoSchool } from './db/seed/index.ts';
import type { School } from './http/ctx.ts';
import { createLimits } from './http/limits.ts';
import { sweepUploads } from './http/upload-folder.ts';
import { createWorker, type Worker } from './jobs/worker.ts';
import { demoExchangeRates, httpExchangeRates, noExchangeRates } from './ports/exchange-rates.ts';
import { openFiles } from './ports/files.ts';
import type { Ports } from './ports/index.ts';
import { noMail, outboxMail, smtpMail } from './ports/mail.ts';
import { openPayments } from './ports/payments/index.ts';
import { publicPostalCodes } from './ports/postal-code.ts';
import { httpPushServices } from './ports/push-services.ts';
import { ownOrigins } from './push/endpoint-policy.ts';
import { createSender, type Sender } from './push/sender.ts';
import type { SenderSettings } from './push/sender-settings.ts';
import { subjectOf, subjectProblem } from './push/vapid-subject.ts';

export interface RunningSchool {
  school: School;
  api: ApiFetch;
  worker: Worker;
  /** Brings due messages to devices. */
  sender: Sender;
  /** Ends background work and closes the database. */
  close(): Promise<void>;
}

/**
 * Opens the database, brings it up to date, seeds the demo school into an empty one, and starts the background work.
 *
 * @param overrides other ports or another clock, for tests.
 * @throws when the database cannot be reached or a migration fails.
 */
export async function openSchool(
  config: Config,
  log: Logger,
  overrides: Partial<Pick<School, 'now' | 'limits'>> & { ports?: Partial<Ports> } & {
    backgroundWork?: boolean;
    sending?: Partial<SenderSettings>;
  } = {},
): Promise<RunningSchool> {
  const onIdleError = (error: Error) => log.warn({ err: error }, 'idle database connection broke');
  const database = openDatabase(config, onIdleError);
  await migrate(database.db, database.engine);
  const swept = await sweepUploads();
  if (swept > 0) log.info({ folders: swept }, 'uploads of processes that ended were removed');
  const limitsPool = config.DATABASE_URL ? new pg.Pool({ connectionString: config.DATABASE_URL, max: 2 }) : null;
  limitsPool?.on('error', onIdleError);
  const secret = config.SECRET ?? keptSecret(config.DATA_DIR);
  const tokens = createTokens(secret);
  const now = overrides.now ?? (() => new Date());
  const school: School = {
    config,
    database,
    db: database.db,
    ports: {
      exchangeRates: ratesOf(config),
      files: openFiles(config),
      mail: mailOf(config),
      payments: openPayments(config, database.db, now, Buffer.from(tokens.derivedKey('sandbox')).toString('hex')),
      postalCodes: publicPostalCodes(config.CEP_API_URL),
      pushServices: httpPushServices({ ownOrigins: ownOrigins(config.PUSH_HOSTS) }),
      ...overrides.ports,
    },
    limits: overrides.limits ?? (await createLimits(limitsPool, config.LIMITS)),
    tokens,
    hashes: new HashQueue(),
    log,
    now,
    wake: () => worker.wake(),
    wakeSender: () => sender.wake(),
  };
  if (config.DEMO === 'on') await seedDemoSchool(school);
  const worker = createWorker(school);
  const sender = createSender(school, overrides.sending);
  const problem = subjectProblem(subjectOf(config));
  if (problem) log.warn(`PUSH_SUBJECT: ${problem}`);
  if (overrides.backgroundWork !== false) {
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
      await limitsPool?.end();
      await database.close();
    },
  };
}

function mailOf({ SMTP_URL: url, MAIL_FROM: from, sendsMail }: Config) {
  if (url) return smtpMail(url, from);
  return sendsMail ? outboxMail : noMail;
}

function ratesOf({ EXCHANGE_RATES_URL: url, DEMO }: Config) {
  if (url) return httpExchangeRates(url);
  return DEMO === 'on' ? demoExchangeRates : noExchangeRates;
}

/** Without `SECRET` one is made at the first start and kept beside the database, readable by its owner alone. */
function keptSecret(dataDir: string): string {
  if (dataDir === ':memory:') return randomBytes(32).toString('base64url');
  const path = join(dataDir, 'secret');
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8');
}
