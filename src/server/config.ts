import { createECDH } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { brandOf } from '#lib/brand.ts';
import { serviceLimits } from '#lib/rules/time/service-limits.ts';
import { isTimeZone } from '#lib/rules/time/zones.ts';
import { readLimits } from './core/http/limits.ts';
import { isSealed } from './core/ports/own-network.ts';
import { subjectProblem } from './messages/devices/vapid.ts';
import { readKeep } from './operate/backup/keep.ts';
import { readRetentionDays } from './operate/privacy/retention-days.ts';
import { HttpUrl, Like, List, Milliseconds, OneOf, Paths, ReadBy, Switch, Text, Whole } from './setting-kinds.ts';

/** The minimum that the preload list of browsers requires. */
const MIN_PRELOAD_DAYS = 365;

const PROMO_PAGES = ['/knn-abre-o-mundo', '/london-by-phenom', '/knn-orlando'];
/** In a demo visitors may take the level test. Otherwise the school decides, because each visitor's test needs a reply. */
const LEVEL_TEST = '/english-test';

const Environment = z.object({
  NODE_ENV: z.string().default('production'),
  HOST: z.string().default('127.0.0.1'),
  PORT: Whole(0, 65_535).default(4321),
  PROCESSES: Whole(1, 64).default(1),
  PUBLIC_URL: HttpUrl.optional(),
  BRAND2_PUBLIC_URL: HttpUrl.optional(),
  ALLOWED_HOSTS: List.default([]),
  HSTS: OneOf(['off', 'host', 'subdomains', 'preload']).default('host'),
  HSTS_DAYS: Whole(0, 3_650).default(730),
  TRUST_PROXY: Switch.default('off'),
  DATA_DIR: Text(1).default('.data'),
  DATABASE_URL: Like(/^postgres(ql)?:\/\//, 'use um endereço que começa com postgres://').optional(),
  LIMITS: ReadBy(readLimits),
  DATABASE_TIMEOUT_MS: Milliseconds(serviceLimits.database.silenceMs),
  SECRET: Text(32).optional(),
  SECRET_PREVIOUS: Text(32).optional(),
  DEMO: Switch.optional(),
  STAFF_FACTOR: OneOf(['required', 'offered']).optional(),
  BRAND2_KEYWORD: Like(/^[a-z0-9-]+$/, 'use letras minúsculas, algarismos e hífen').default('phenom'),
  PUBLIC_PAGES: Paths.optional(),
  SCHOOL_TIME_ZONE: z.string().refine(isTimeZone, 'use um fuso como America/Sao_Paulo').default('America/Sao_Paulo'),
  PORTAL_API_URL: HttpUrl.optional(),
  BRAND2_PORTAL_API_URL: HttpUrl.optional(),
  DRIVE_API_URL: HttpUrl.optional(),
  UPSTREAM_TIMEOUT_MS: Milliseconds(serviceLimits.hosts.silenceMs),
  UPSTREAM_PART_MS: Milliseconds(2_000),
  UPSTREAM_PAUSE_MS: Milliseconds(10_000),
  TMZ_SIGN: OneOf(['east-positive', 'east-negative']).default('east-positive'),
  SMTP_URL: Like(/^smtps?:\/\//, 'use um endereço que começa com smtp:// ou smtps://').optional(),
  MAIL_FROM: Text(3).default('Portal do Aluno <nao-responda@portal.example>'),
  OUTBOX_VIEWER: Switch.optional(),
  INVITATIONS_PER_MINUTE: Whole(1, 1_000).default(60),
  CEP_API_URL: HttpUrl.default('https://viacep.com.br/ws'),
  EXCHANGE_RATES_URL: HttpUrl.optional(),
  // Hundredths of a per cent.
  EXCHANGE_SPREAD_BPS: Whole(0, 2_000).default(200),
  EXCHANGE_IOF_BPS: Whole(0, 2_000).default(350),
  EXCHANGE_TARIFF_CENTAVOS: Whole(0, 100_000).default(2_500),
  FILES_S3_BUCKET: Text(3).optional(),
  FILES_S3_REGION: Text(2).default('us-east-1'),
  FILES_S3_ENDPOINT: HttpUrl.optional(),
  FILES_S3_KEY: Text(1).optional(),
  FILES_S3_SECRET: Text(1).optional(),
  CLAMD_URL: Like(
    /^(tcp:\/\/[^/\s]+:\d{1,5}|unix:\/\/\/\S+)$/,
    'use um endereço como tcp://127.0.0.1:3310 ou unix:///run/clamav/clamd.ctl',
  ).optional(),
  BACKUP_TARGET: Text(1).optional(),
  BACKUP_PASSPHRASE: Text(12).optional(),
  BACKUP_KEEP: ReadBy(readKeep),
  BACKUP_S3_REGION: Text(2).optional(),
  BACKUP_S3_ENDPOINT: HttpUrl.optional(),
  BACKUP_S3_KEY: Text(1).optional(),
  BACKUP_S3_SECRET: Text(1).optional(),
  RETENTION_DAYS: ReadBy(readRetentionDays),
  ERASURE_GRACE_DAYS: Whole(0, 30).default(7),
  PUSH_SUBJECT: Like(
    /^(mailto:[^\s@]+@[^\s@.]+(\.[^\s@.]+)+|https:\/\/\S+)$/,
    'use mailto: ou https: de alguém que responde',
  ).optional(),
  VAPID_PUBLIC_KEY: Like(
    /^[\w-]{87}$/,
    'use um ponto da P-256, não comprimido, em base64url (87 caracteres)',
  ).optional(),
  VAPID_PRIVATE_KEY: Like(/^[\w-]{43}$/, 'use 32 bytes em base64url (43 caracteres)').optional(),
  PUSH_HOSTS: List.default([
    'fcm.googleapis.com',
    'updates.push.services.mozilla.com',
    'web.push.apple.com',
    'notify.windows.com',
  ]),
  WEBHOOK_HOSTS: List.default([]),
  WHATSAPP_API_URL: HttpUrl.default('https://graph.facebook.com/v23.0'),
  PAYMENTS: OneOf(
    ['sandbox', 'http', 'off'],
    '; o banco de uma unidade (Asaas, por exemplo) é definido pelo comando `admin pagamentos-da-unidade`',
  ).optional(),
  PAYMENTS_URL: HttpUrl.optional(),
  PAYMENTS_KEY: Text(8).optional(),
  PAYMENTS_WEBHOOK_SECRET: Text(16).optional(),
  PAYMENTS_TIMEOUT_MS: Milliseconds(serviceLimits.payments.silenceMs),
  PAYMENTS_RECEIVER: List.default([]),
  CHAT_URL: HttpUrl.optional(),
  CHAT_WEBSITE_TOKEN: Text(8).optional(),
  CHAT_HMAC_KEY: Text(8).optional(),
  METRICS_TOKEN: Text(16).optional(),
  METRICS_PORT: Whole(1, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: OneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SENTRY_DSN: HttpUrl.optional(),
  SENTRY_ENVIRONMENT: z.string().default('production'),
  SHUTDOWN_DRAIN_MS: Whole(0, 600_000).default(0),
  SHUTDOWN_TIMEOUT_MS: Milliseconds(10_000),
});

/** Addresses that the portal calls. */
const CALLED = [
  'DATABASE_URL',
  'PORTAL_API_URL',
  'BRAND2_PORTAL_API_URL',
  'DRIVE_API_URL',
  'CEP_API_URL',
  'EXCHANGE_RATES_URL',
  'FILES_S3_ENDPOINT',
  'BACKUP_S3_ENDPOINT',
  'CLAMD_URL',
  'PAYMENTS_URL',
  'CHAT_URL',
  'WHATSAPP_API_URL',
  'SENTRY_DSN',
] as const;

export const settingNames: readonly string[] = Object.keys(Environment.shape);

export type Config = ReturnType<typeof readConfig>;

/** Names the wrong variables and why. The start catches it and prints it without a stack. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** The error that names what is wrong, a line each. */
const wrongSettings = (lines: readonly string[]) =>
  new ConfigError(`Configurações erradas (veja .env.example):\n${lines.map((line) => `  ${line}`).join('\n')}`);

/** Settings in files of their names, as systemd and vaults provide secrets. A final line break is removed. */
function readCredentials(folder: string): [name: string, value: string][] {
  const names = settingNames.filter((name) => existsSync(join(folder, name)));
  return names.map((name) => [name, readFileSync(join(folder, name), 'utf8').replace(/\r?\n$/, '')]);
}

/**
 * Reads and checks every variable of `.env.example`. Variables missing in the environment are read from the files of
 * `CREDENTIALS_DIRECTORY`.
 *
 * @param wrong further errors, a line each
 * @throws ConfigError that names each wrong variable.
 */
export function readConfig(env: Record<string, string | undefined>, wrong: readonly string[] = []) {
  const isSaid = ([, value]: [string, string | undefined]) => value !== undefined && value !== '';
  const credentials = env.CREDENTIALS_DIRECTORY ? readCredentials(env.CREDENTIALS_DIRECTORY) : [];
  const merged = Object.fromEntries([...credentials.filter(isSaid), ...Object.entries(env).filter(isSaid)]);
  const parsed = Environment.safeParse(merged);
  if (!parsed.success) {
    throw wrongSettings([...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`), ...wrong]);
  }
  const settings = parsed.data;
  const missing = CALLED.filter((name) => !isSealed(settings[name] ?? '')).map(
    (name) =>
      `${name}: use TLS (${name === 'DATABASE_URL' ? 'sslmode=verify-full' : 'https'}), a não ser na própria rede`,
  );
  if (settings.DATABASE_URL && !settings.SECRET) {
    missing.push('SECRET: é preciso com DATABASE_URL, para que todos os processos assinem igual');
  }
  if (settings.PROCESSES > 1 && !settings.DATABASE_URL) {
    missing.push(
      'PROCESSES: mais de um precisa de DATABASE_URL; no SQLite um só processo conta as tentativas e guarda as sessões',
    );
  }
  if (settings.HSTS === 'preload' && settings.HSTS_DAYS < MIN_PRELOAD_DAYS) {
    missing.push(`HSTS_DAYS: as listas dos navegadores só aceitam ${MIN_PRELOAD_DAYS} dias ou mais`);
  }
  if (settings.SECRET_PREVIOUS && !settings.SECRET) {
    missing.push('SECRET_PREVIOUS: só vale com um SECRET novo');
  }
  if (Boolean(settings.PORTAL_API_URL) !== Boolean(settings.DRIVE_API_URL)) {
    missing.push('PORTAL_API_URL, DRIVE_API_URL: o modo conectado precisa dos dois');
  }
  if (settings.BRAND2_PORTAL_API_URL && !settings.PORTAL_API_URL) {
    missing.push('BRAND2_PORTAL_API_URL: só vale com PORTAL_API_URL, o endereço da primeira marca');
  }
  if (!isLoopback(settings.HOST) && !settings.PUBLIC_URL) {
    missing.push('PUBLIC_URL: é preciso quando HOST é alcançado de fora; os links dos e-mails começam com ele');
  }
  missing.push(...wrongBrandAddresses(settings));
  if (settings.METRICS_PORT && !isLoopback(settings.METRICS_HOST) && !settings.METRICS_TOKEN) {
    missing.push('METRICS_TOKEN: é preciso quando METRICS_HOST é alcançado de fora');
  }
  if (settings.METRICS_PORT && settings.METRICS_PORT === settings.PORT) {
    missing.push('METRICS_PORT: use outra porta que a de PORT');
  }
  if (settings.FILES_S3_BUCKET && !(settings.FILES_S3_KEY && settings.FILES_S3_SECRET)) {
    missing.push('FILES_S3_KEY, FILES_S3_SECRET: são precisos com FILES_S3_BUCKET');
  }
  if (settings.PUBLIC_URL && !settings.DEMO && !settings.PORTAL_API_URL) {
    missing.push('DEMO: com PUBLIC_URL, diga on ou off; todos conhecem a senha das contas de demonstração');
  }
  const connected = settings.PORTAL_API_URL !== undefined;
  // The host owns people, classes and bills; invented ones would mix with them.
  const DEMO = settings.DEMO ?? (connected ? 'off' : 'on');
  if (connected && DEMO === 'on')
    missing.push('DEMO: use off no modo conectado, em que as pessoas são as da franqueadora');
  const payments = settings.PAYMENTS ?? (settings.PAYMENTS_URL ? 'http' : DEMO === 'on' ? 'sandbox' : 'off');
  if (payments === 'http' && !(settings.PAYMENTS_URL && settings.PAYMENTS_KEY && settings.PAYMENTS_WEBHOOK_SECRET)) {
    missing.push('PAYMENTS_URL, PAYMENTS_KEY, PAYMENTS_WEBHOOK_SECRET: um serviço de pagamentos precisa dos três');
  }
  if (payments === 'sandbox' && DEMO === 'off') {
    missing.push('PAYMENTS: sandbox não recebe dinheiro de verdade, e só vale com DEMO=on');
  }
  const chat = [settings.CHAT_URL, settings.CHAT_WEBSITE_TOKEN, settings.CHAT_HMAC_KEY];
  if (chat.some(Boolean) && !chat.every(Boolean)) {
    missing.push('CHAT_URL, CHAT_WEBSITE_TOKEN, CHAT_HMAC_KEY: o atendimento por chat precisa dos três');
  }
  const subject = settings.PUSH_SUBJECT && settings.PUBLIC_URL ? subjectProblem(settings.PUSH_SUBJECT) : null;
  if (subject) missing.push(`PUSH_SUBJECT: ${subject}`);
  // In connected mode the host sends pushes, and holds the private key.
  const isTheirs = connected && !settings.VAPID_PRIVATE_KEY;
  if (!isTheirs && !isKeyPair(settings.VAPID_PUBLIC_KEY, settings.VAPID_PRIVATE_KEY)) {
    missing.push('VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: as duas metades de um par, ou nenhuma');
  }
  if (missing.length + wrong.length > 0) throw wrongSettings([...missing, ...wrong]);
  return {
    ...settings,
    DEMO,
    PUBLIC_PAGES: settings.PUBLIC_PAGES ?? (DEMO === 'on' ? [...PROMO_PAGES, LEVEL_TEST] : PROMO_PAGES),
    payments,
    // In connected mode the franchise's host logs people in.
    needsStaffFactor: !connected && (settings.STAFF_FACTOR ?? (DEMO === 'on' ? 'offered' : 'required')) === 'required',
    production: settings.NODE_ENV !== 'development' && settings.NODE_ENV !== 'test',
    connected,
    // A demo on a developer's machine shows its mails in the viewer. In connected mode the hosts send their own mails.
    sendsMail: settings.SMTP_URL !== undefined || connected || (DEMO === 'on' && settings.PUBLIC_URL === undefined),
    outboxViewer: settings.OUTBOX_VIEWER
      ? settings.OUTBOX_VIEWER === 'on'
      : settings.SMTP_URL === undefined && settings.PUBLIC_URL === undefined,
  };
}

/** If each brand has its address, each host has to belong to its brand: otherwise links would lead to the other brand's page. */
function wrongBrandAddresses(
  settings: Pick<z.output<typeof Environment>, 'PUBLIC_URL' | 'BRAND2_PUBLIC_URL' | 'BRAND2_KEYWORD'>,
): string[] {
  const { PUBLIC_URL, BRAND2_PUBLIC_URL, BRAND2_KEYWORD: keyword } = settings;
  if (!BRAND2_PUBLIC_URL) return [];
  if (!PUBLIC_URL) return ['BRAND2_PUBLIC_URL: só vale com PUBLIC_URL, o endereço da primeira marca'];
  const isSecond = (url: string) => brandOf(new URL(url).host, { keyword }) === 'phenom';
  return [
    ...(isSecond(BRAND2_PUBLIC_URL)
      ? []
      : [`BRAND2_PUBLIC_URL: o host precisa conter “${keyword}” (BRAND2_KEYWORD), que escolhe a segunda marca`]),
    ...(isSecond(PUBLIC_URL)
      ? [`PUBLIC_URL: com BRAND2_PUBLIC_URL, ponha aqui o endereço da primeira marca, sem “${keyword}” no host`]
      : []),
  ];
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
