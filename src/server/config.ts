import { createECDH } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isTimeZone } from '#lib/rules/time/zones.ts';
import { readKeep } from './backup/keep.ts';
import { subjectProblem } from './devices/vapid-subject.ts';
import { readLimits } from './http/limits.ts';
import { isSealed } from './ports/own-network.ts';
import { readRetentionDays } from './privacy/retention-days.ts';

const Switch = z.enum(['on', 'off']);
const HttpUrl = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));
const List = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);
const Paths = List.refine((paths) => paths.every((path) => path.startsWith('/')), 'each path begins with /');
const Milliseconds = (fallback: number) => z.coerce.number().int().min(100).max(600_000).default(fallback);
/** A setting in a format of its own; `read` throws a sentence. */
const ReadBy = <T>(read: (text: string) => T) =>
  z
    .string()
    .default('')
    .transform((text, context) => {
      try {
        return read(text);
      } catch (error) {
        context.addIssue((error as Error).message);
        return z.NEVER;
      }
    });
/** Hundredths of a per cent. */
const BasisPoints = z.coerce.number().int().min(0).max(2_000);

/** What the preload list of browsers asks for. */
const MIN_PRELOAD_DAYS = 365;

const PROMO_PAGES = ['/knn-abre-o-mundo', '/london-by-phenom', '/knn-orlando'];
/** A demo shows the whole way of a prospect. Elsewhere the school decides: each test of a visitor costs it an answer. */
const LEVEL_TEST = '/english-test';

const Environment = z.object({
  NODE_ENV: z.string().default('production'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4321),
  PROCESSES: z.coerce.number().int().min(1).max(64).default(1),
  PUBLIC_URL: HttpUrl.optional(),
  ALLOWED_HOSTS: List.default([]),
  HSTS: z.enum(['off', 'host', 'subdomains', 'preload']).default('host'),
  HSTS_DAYS: z.coerce.number().int().min(0).max(3_650).default(730),
  TRUST_PROXY: Switch.default('off'),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'an address that begins with postgres://')
    .optional(),
  LIMITS: ReadBy(readLimits),
  DATABASE_TIMEOUT_MS: Milliseconds(10_000),
  SECRET: z.string().min(32, 'at least 32 characters').optional(),
  SECRET_PREVIOUS: z.string().min(32, 'at least 32 characters').optional(),
  DEMO: Switch.optional(),
  STAFF_FACTOR: z.enum(['required', 'offered']).optional(),
  BRAND2_KEYWORD: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .default('phenom'),
  PUBLIC_PAGES: Paths.optional(),
  SCHOOL_TIME_ZONE: z.string().refine(isTimeZone, 'a time zone such as America/Sao_Paulo').default('America/Sao_Paulo'),
  PORTAL_API_URL: HttpUrl.optional(),
  DRIVE_API_URL: HttpUrl.optional(),
  UPSTREAM_TIMEOUT_MS: Milliseconds(8_000),
  UPSTREAM_PART_MS: Milliseconds(2_000),
  UPSTREAM_PAUSE_MS: Milliseconds(10_000),
  TMZ_SIGN: z.enum(['east-positive', 'east-negative']).default('east-positive'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'an address that begins with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().min(3).default('Portal do Aluno <nao-responda@portal.example>'),
  OUTBOX_VIEWER: Switch.optional(),
  INVITATIONS_PER_MINUTE: z.coerce.number().int().min(1).max(1_000).default(60),
  CEP_API_URL: HttpUrl.default('https://viacep.com.br/ws'),
  EXCHANGE_RATES_URL: HttpUrl.optional(),
  EXCHANGE_SPREAD_BPS: BasisPoints.default(200),
  EXCHANGE_IOF_BPS: BasisPoints.default(350),
  EXCHANGE_TARIFF_CENTAVOS: z.coerce.number().int().min(0).max(100_000).default(2_500),
  FILES_S3_BUCKET: z.string().min(3).optional(),
  FILES_S3_REGION: z.string().min(2).default('us-east-1'),
  FILES_S3_ENDPOINT: HttpUrl.optional(),
  FILES_S3_KEY: z.string().min(1).optional(),
  FILES_S3_SECRET: z.string().min(1).optional(),
  CLAMD_URL: z
    .string()
    .regex(/^(tcp:\/\/[^/\s]+:\d{1,5}|unix:\/\/\/\S+)$/, 'such as tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl')
    .optional(),
  BACKUP_TARGET: z.string().min(1).optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'at least 12 characters').optional(),
  BACKUP_KEEP: ReadBy(readKeep),
  BACKUP_S3_REGION: z.string().min(2).optional(),
  BACKUP_S3_ENDPOINT: HttpUrl.optional(),
  BACKUP_S3_KEY: z.string().min(1).optional(),
  BACKUP_S3_SECRET: z.string().min(1).optional(),
  RETENTION_DAYS: ReadBy(readRetentionDays),
  ERASURE_GRACE_DAYS: z.coerce.number().int().min(0).max(30).default(7),
  PUSH_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+\.[^\s@]+|https:\/\/\S+)$/, 'mailto: or https: of somebody who answers')
    .optional(),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'a point of P-256, uncompressed, as base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, '32 bytes as base64url')
    .optional(),
  PUSH_HOSTS: List.default([
    'fcm.googleapis.com',
    'updates.push.services.mozilla.com',
    'web.push.apple.com',
    'notify.windows.com',
  ]),
  WEBHOOK_HOSTS: List.default([]),
  PAYMENTS: z.enum(['sandbox', 'http', 'off']).optional(),
  PAYMENTS_URL: HttpUrl.optional(),
  PAYMENTS_KEY: z.string().min(8).optional(),
  PAYMENTS_WEBHOOK_SECRET: z.string().min(16, 'at least 16 characters').optional(),
  PAYMENTS_TIMEOUT_MS: Milliseconds(10_000),
  PAYMENTS_RECEIVER: List.default([]),
  CHAT_URL: HttpUrl.optional(),
  CHAT_WEBSITE_TOKEN: z.string().min(8).optional(),
  CHAT_HMAC_KEY: z.string().min(8).optional(),
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters').optional(),
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SENTRY_DSN: HttpUrl.optional(),
  SENTRY_ENVIRONMENT: z.string().default('production'),
  SHUTDOWN_DRAIN_MS: z.coerce.number().int().min(0).max(600_000).default(0),
  SHUTDOWN_TIMEOUT_MS: Milliseconds(10_000),
});

/** Addresses that the portal calls. */
const CALLED = [
  'DATABASE_URL',
  'PORTAL_API_URL',
  'DRIVE_API_URL',
  'CEP_API_URL',
  'EXCHANGE_RATES_URL',
  'FILES_S3_ENDPOINT',
  'BACKUP_S3_ENDPOINT',
  'CLAMD_URL',
  'PAYMENTS_URL',
  'CHAT_URL',
  'SENTRY_DSN',
] as const;

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(Environment.shape);

export type Config = ReturnType<typeof readConfig>;

/** Says which variable is wrong and why. The start catches it and prints it without a stack. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Settings that stand in files of their names, as systemd and vaults hand secrets over. A line break at the end is none. */
function readCredentials(folder: string): [name: string, value: string][] {
  const names = settingNames.filter((name) => existsSync(join(folder, name)));
  return names.map((name) => [name, readFileSync(join(folder, name), 'utf8').replace(/\r?\n$/, '')]);
}

/**
 * Reads and checks every variable of `.env.example`. What the environment does not say comes from the files of
 * `CREDENTIALS_DIRECTORY`.
 *
 * @throws ConfigError that names each wrong variable.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const isSaid = ([, value]: [string, string | undefined]) => value !== undefined && value !== '';
  const credentials = env.CREDENTIALS_DIRECTORY ? readCredentials(env.CREDENTIALS_DIRECTORY) : [];
  const given = Object.fromEntries([...credentials.filter(isSaid), ...Object.entries(env).filter(isSaid)]);
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`Wrong settings (see .env.example):\n${lines.join('\n')}`);
  }
  const settings = parsed.data;
  const missing = CALLED.filter((name) => !isSealed(settings[name] ?? '')).map(
    (name) =>
      `  ${name}: over TLS (${name === 'DATABASE_URL' ? 'sslmode=verify-full' : 'https'}), unless it is in the own network`,
  );
  if (settings.DATABASE_URL && !settings.SECRET) {
    missing.push('  SECRET: needed with DATABASE_URL, so that every process signs alike');
  }
  if (settings.PROCESSES > 1 && !settings.DATABASE_URL) {
    missing.push(
      '  PROCESSES: more than one needs DATABASE_URL: on SQLite one process counts guesses and keeps sessions',
    );
  }
  if (settings.HSTS === 'preload' && settings.HSTS_DAYS < MIN_PRELOAD_DAYS) {
    missing.push(`  HSTS_DAYS: lists of browsers take hosts with ${MIN_PRELOAD_DAYS} days or more alone`);
  }
  if (settings.SECRET_PREVIOUS && !settings.SECRET) {
    missing.push('  SECRET_PREVIOUS: goes with a new SECRET');
  }
  if (Boolean(settings.PORTAL_API_URL) !== Boolean(settings.DRIVE_API_URL)) {
    missing.push('  PORTAL_API_URL, DRIVE_API_URL: connected mode needs both');
  }
  if (!isLoopback(settings.HOST) && !settings.PUBLIC_URL) {
    missing.push('  PUBLIC_URL: needed when HOST is reachable from outside: links in mails begin with it');
  }
  if (settings.METRICS_PORT && !isLoopback(settings.METRICS_HOST) && !settings.METRICS_TOKEN) {
    missing.push('  METRICS_TOKEN: needed when METRICS_HOST is reachable from outside');
  }
  if (settings.METRICS_PORT && settings.METRICS_PORT === settings.PORT) {
    missing.push('  METRICS_PORT: another one than PORT');
  }
  if (settings.FILES_S3_BUCKET && !(settings.FILES_S3_KEY && settings.FILES_S3_SECRET)) {
    missing.push('  FILES_S3_KEY, FILES_S3_SECRET: needed with FILES_S3_BUCKET');
  }
  if (settings.PUBLIC_URL && !settings.DEMO && !settings.PORTAL_API_URL) {
    missing.push('  DEMO: say on or off with PUBLIC_URL: everybody knows the password of the demo accounts');
  }
  const connected = settings.PORTAL_API_URL !== undefined;
  // The host owns people, classes and bills. Our made-up ones would mix with them.
  const DEMO = settings.DEMO ?? (connected ? 'off' : 'on');
  if (connected && DEMO === 'on') missing.push('  DEMO: off in connected mode, where people are those of the hosts');
  const payments = settings.PAYMENTS ?? (settings.PAYMENTS_URL ? 'http' : DEMO === 'on' ? 'sandbox' : 'off');
  if (payments === 'http' && !(settings.PAYMENTS_URL && settings.PAYMENTS_KEY && settings.PAYMENTS_WEBHOOK_SECRET)) {
    missing.push('  PAYMENTS_URL, PAYMENTS_KEY, PAYMENTS_WEBHOOK_SECRET: a payment service needs all three');
  }
  if (payments === 'sandbox' && DEMO === 'off') {
    missing.push('  PAYMENTS: the sandbox takes no real money, so it goes with DEMO=on alone');
  }
  const chat = [settings.CHAT_URL, settings.CHAT_WEBSITE_TOKEN, settings.CHAT_HMAC_KEY];
  if (chat.some(Boolean) && !chat.every(Boolean)) {
    missing.push('  CHAT_URL, CHAT_WEBSITE_TOKEN, CHAT_HMAC_KEY: the support chat needs all three');
  }
  const subject = settings.PUSH_SUBJECT && settings.PUBLIC_URL ? subjectProblem(settings.PUSH_SUBJECT) : null;
  if (subject) missing.push(`  PUSH_SUBJECT: ${subject}`);
  // In connected mode the host sends, and holds the private key.
  const isTheirs = connected && !settings.VAPID_PRIVATE_KEY;
  if (!isTheirs && !isKeyPair(settings.VAPID_PUBLIC_KEY, settings.VAPID_PRIVATE_KEY)) {
    missing.push('  VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: both halves of one pair, or neither');
  }
  if (missing.length > 0) throw new ConfigError(`Wrong settings (see .env.example):\n${missing.join('\n')}`);
  return {
    ...settings,
    DEMO,
    PUBLIC_PAGES: settings.PUBLIC_PAGES ?? (DEMO === 'on' ? [...PROMO_PAGES, LEVEL_TEST] : PROMO_PAGES),
    payments,
    // In connected mode the franchise's host logs people in.
    needsStaffFactor: !connected && (settings.STAFF_FACTOR ?? (DEMO === 'on' ? 'offered' : 'required')) === 'required',
    production: settings.NODE_ENV !== 'development' && settings.NODE_ENV !== 'test',
    connected,
    // A demo on a developer's machine shows its mails in the viewer. In connected mode the hosts send their own.
    sendsMail: settings.SMTP_URL !== undefined || connected || (DEMO === 'on' && settings.PUBLIC_URL === undefined),
    outboxViewer: settings.OUTBOX_VIEWER
      ? settings.OUTBOX_VIEWER === 'on'
      : settings.SMTP_URL === undefined && settings.PUBLIC_URL === undefined,
  };
}

function isKeyPair(publicKey: string | undefined, privateKey: string | undefined): boolean {
  if (!publicKey || !privateKey) return publicKey === privateKey;
  try {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(privateKey, 'base64url');
    return curve.getPublicKey('base64url', 'uncompressed') === publicKey;
  } catch {
    return false;
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
