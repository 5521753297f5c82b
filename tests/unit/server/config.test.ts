import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig, settingNames } from '../../../src/server/config.ts';
import { SECRET } from '../../support/bare-env.ts';

it('the portal starts without any setting', () => {
  expect(readConfig({})).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 4321,
    DATA_DIR: '.data',
    DEMO: 'on',
    production: true,
    connected: false,
    outboxViewer: true,
  });
  expect(readConfig({ PORT: '', HOST: undefined }).PORT).toBe(4321);
});

describe('secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-credentials-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are read from files named after the settings; the environment takes precedence', () => {
    write('SECRET', `${SECRET}\n`);
    write('METRICS_TOKEN', 'a token of the vault\n');
    write('README', 'no setting');
    const config = readConfig({ CREDENTIALS_DIRECTORY: folder, METRICS_TOKEN: 'a token of the environment' });
    expect(config).toMatchObject({ SECRET, METRICS_TOKEN: 'a token of the environment' });
    expect(config).not.toHaveProperty('README');
    expect(readConfig({ CREDENTIALS_DIRECTORY: folder, METRICS_TOKEN: '' }).METRICS_TOKEN).toBe('a token of the vault');
  });

  it('are validated like other settings, and their values never appear in an error', () => {
    write('SECRET', 'short\n');
    expect(() => readConfig({ CREDENTIALS_DIRECTORY: folder })).toThrow(/SECRET: use 32 caracteres ou mais/);
    expect(() => readConfig({ CREDENTIALS_DIRECTORY: folder })).not.toThrow(/short/);
  });

  it('are optional: the folder may be missing', () => {
    expect(readConfig({ CREDENTIALS_DIRECTORY: join(folder, 'none') }).SECRET).toBeUndefined();
  });
});

it('the level test is public by default in a demo, and in a school only by a setting', () => {
  const level = '/english-test';
  expect(readConfig({}).PUBLIC_PAGES).toContain(level);
  expect(readConfig({ DEMO: 'off' }).PUBLIC_PAGES).toEqual(['/knn-abre-o-mundo', '/london-by-phenom', '/knn-orlando']);
  expect(readConfig({ PUBLIC_PAGES: '/knn-orlando' }).PUBLIC_PAGES).toEqual(['/knn-orlando']);
});

it('S22 a second factor is required of staff in a school, optional in a demo, and off in connected mode', () => {
  const hosts = { PORTAL_API_URL: 'https://a.example', DRIVE_API_URL: 'https://b.example' };
  expect(readConfig({}).needsStaffFactor).toBe(false);
  expect(readConfig({ DEMO: 'off' }).needsStaffFactor).toBe(true);
  expect(readConfig({ DEMO: 'off', STAFF_FACTOR: 'offered' }).needsStaffFactor).toBe(false);
  expect(readConfig({ STAFF_FACTOR: 'required' }).needsStaffFactor).toBe(true);
  expect(readConfig({ ...hosts, STAFF_FACTOR: 'required' }).needsStaffFactor).toBe(false);
});

describe('an invalid value stops the start, and the error names the setting', () => {
  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PROCESSES', '0'],
    ['PROCESSES', 'auto'],
    ['PUBLIC_URL', 'aluno.example.com'],
    ['PUBLIC_URL', 'ftp://aluno.example.com'],
    ['BRAND2_PUBLIC_URL', 'phenom.example.com'],
    ['TRUST_PROXY', 'yes'],
    ['DATABASE_URL', 'mysql://x'],
    ['SECRET', 'short'],
    ['LIMITS', 'login-account=10'],
    ['LIMITS', 'nobody=10/900'],
    ['LIMITS', 'login-account=0/900'],
    ['DEMO', 'true'],
    ['STAFF_FACTOR', 'on'],
    ['BRAND2_KEYWORD', 'a b'],
    ['PUBLIC_PAGES', 'knn-orlando'],
    ['SCHOOL_TIME_ZONE', 'America/Nowhere'],
    ['PORTAL_API_URL', 'not an address'],
    ['UPSTREAM_TIMEOUT_MS', '5'],
    ['TMZ_SIGN', '-3'],
    ['SMTP_URL', 'https://mail.example'],
    ['OUTBOX_VIEWER', '1'],
    ['CEP_API_URL', 'viacep'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_PORT', 'yes'],
    ['METRICS_PORT', '4321'],
    ['LOG_LEVEL', 'loud'],
    ['SENTRY_DSN', 'key'],
    ['SHUTDOWN_TIMEOUT_MS', 'soon'],
    ['SHUTDOWN_DRAIN_MS', '-1'],
  ])('%s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  it('all invalid settings in one error', () => {
    expect(() => readConfig({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT[\s\S]*DEMO/);
  });
});

/** Words of the validator and of English sentences, which may not appear in an error. */
const FOREIGN = /\b(Invalid|Too|expected|received|Unrecognized|must|at least|such as|needed|is|the)\b/;

it.each(settingNames)('an error about %s is in Portuguese', (name) => {
  for (const value of [
    'x',
    '-1',
    '1.5',
    '99999999999',
    'a b',
    'Ünfug',
    'asaas',
    'NaN',
    'x=1',
    '://',
    'http://',
    'http://a.example',
  ]) {
    try {
      readConfig({ [name]: value });
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      for (const line of (error as ConfigError).message.replaceAll(value, '…').split('\n'))
        expect(line).not.toMatch(FOREIGN);
    }
  }
});

it.each([
  ['PORT', 'abc', 'PORT: use um número inteiro de 0 a 65535'],
  ['DEMO', 'yes', 'DEMO: use on ou off'],
  [
    'PUBLIC_URL',
    'aluno.example.com',
    'PUBLIC_URL: use um endereço que começa com https:// (ou http://, na própria rede)',
  ],
  [
    'PAYMENTS',
    'asaas',
    'PAYMENTS: use sandbox, http ou off; o banco de uma unidade (Asaas, por exemplo) é definido pelo comando `admin pagamentos-da-unidade`',
  ],
])('%s=%s is refused with what is allowed', (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(`\n  ${sentence}`);
});

describe('connections that leave the network need TLS', () => {
  it.each([
    ['DATABASE_URL', 'postgres://db.example.com/x'],
    ['DATABASE_URL', 'postgres://db.example.com/x?sslmode=prefer'],
    ['DATABASE_URL', 'postgres://localhost/x?host=db.example.com'],
    ['BACKUP_S3_ENDPOINT', 'http://backups.example.com'],
    ['CEP_API_URL', 'http://viacep.com.br/ws'],
    ['EXCHANGE_RATES_URL', 'http://rates.example.com'],
    ['FILES_S3_ENDPOINT', 'http://8.8.8.8:9000'],
    ['SENTRY_DSN', 'http://key@sentry.example.com/1'],
  ])('%s=%s is refused', (name, value) => {
    expect(() => readConfig({ SECRET, [name]: value })).toThrow(`${name}: use TLS`);
  });

  it.each([
    ['DATABASE_URL', 'postgres://db.example.com/x?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://db:5432/x'],
    ['DATABASE_URL', 'postgres://[fd00::1]/x'],
    ['DATABASE_URL', 'postgres:///x?host=/run/postgresql'],
    ['DATABASE_URL', 'postgres:///x'],
    ['CEP_API_URL', 'https://viacep.com.br/ws'],
    ['FILES_S3_ENDPOINT', 'http://minio:9000'],
    ['SENTRY_DSN', 'http://key@10.0.0.7/1'],
  ])('%s=%s is accepted', (name, value) => {
    expect(readConfig({ SECRET, [name]: value })).toMatchObject({ [name]: value });
  });
});

describe('settings that require another setting', () => {
  it.each([
    ['SECRET', { DATABASE_URL: 'postgres://localhost/x' }],
    ['HSTS_DAYS', { HSTS: 'preload', HSTS_DAYS: '30' }],
    ['PROCESSES', { PROCESSES: '2' }],
    ['DRIVE_API_URL', { PORTAL_API_URL: 'https://portal.example' }],
    ['PORTAL_API_URL', { BRAND2_PORTAL_API_URL: 'https://portal.phenom.example' }],
    ['PUBLIC_URL', { HOST: '0.0.0.0' }],
    ['BRAND2_PUBLIC_URL: só vale com PUBLIC_URL', { BRAND2_PUBLIC_URL: 'https://phenom.example.com' }],
    ['DEMO', { PUBLIC_URL: 'https://aluno.example.com' }],
  ])('%s is named as missing', (name, given) => {
    expect(() => readConfig(given)).toThrow(name);
  });

  it('a complete set of settings is accepted', () => {
    const config = readConfig({
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://aluno.example.com/',
      DEMO: 'off',
      DATABASE_URL: 'postgres://localhost/x',
      SECRET,
      PORTAL_API_URL: 'https://portal.example',
      DRIVE_API_URL: 'https://drive.example',
    });
    expect(config).toMatchObject({ PUBLIC_URL: 'https://aluno.example.com', connected: true, outboxViewer: false });
  });
});

it.each([
  ['https://aluno.example.com', 'https://outra.example.com', 'BRAND2_PUBLIC_URL: o host precisa conter “phenom”'],
  ['https://phenom.example.com', 'https://phenom.example.org', 'PUBLIC_URL: com BRAND2_PUBLIC_URL, ponha aqui'],
])('with an address for each brand, %s and %s are refused: a host must match its brand', (first, second, sentence) => {
  const given = { PUBLIC_URL: first, BRAND2_PUBLIC_URL: second, DEMO: 'off' };
  expect(() => readConfig(given)).toThrow(sentence);
});

it('the mail viewer is off by default with a public address or SMTP, and can be switched on', () => {
  expect(readConfig({ PUBLIC_URL: 'https://a.example', DEMO: 'on' }).outboxViewer).toBe(false);
  expect(readConfig({ SMTP_URL: 'smtp://localhost' }).outboxViewer).toBe(false);
  expect(readConfig({ OUTBOX_VIEWER: 'off' }).outboxViewer).toBe(false);
  expect(readConfig({ PUBLIC_URL: 'https://a.example', DEMO: 'on', OUTBOX_VIEWER: 'on' }).outboxViewer).toBe(true);
});

it('mail is sent by SMTP or shown in the viewer of a local demo; any other portal knows that it sends none', () => {
  expect(readConfig({}).sendsMail).toBe(true);
  expect(readConfig({ DEMO: 'off' }).sendsMail).toBe(false);
  expect(readConfig({ PUBLIC_URL: 'https://a.example', DEMO: 'on' }).sendsMail).toBe(false);
  expect(readConfig({ PUBLIC_URL: 'https://a.example', DEMO: 'off', SMTP_URL: 'smtp://localhost' }).sendsMail).toBe(
    true,
  );
});

it('metrics on a public address require a token', () => {
  const outside = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' };
  expect(() => readConfig(outside)).toThrow(/METRICS_TOKEN: é preciso/);
  expect(readConfig({ ...outside, METRICS_TOKEN: SECRET }).METRICS_PORT).toBe(9464);
  expect(readConfig({ METRICS_PORT: '9464' })).toMatchObject({ METRICS_HOST: '127.0.0.1' });
});

it('.env.example documents every variable, and no other', () => {
  const source = readFileSync('src/server/config.ts', 'utf8');
  const known = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name);
  const written = [...readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(known.length).toBeGreaterThan(20);
  expect(written.toSorted()).toEqual(known.toSorted());
});
