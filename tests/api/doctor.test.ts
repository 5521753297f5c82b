import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { openDatabase } from '../../src/server/core/db/connection.ts';
import { backupName, MANIFEST } from '../../src/server/operate/backup/manifest.ts';
import { examine } from '../../src/server/operate/doctor/examine.ts';
import { openSchool } from '../../src/server/school.ts';
import { emptyPlace, type Place } from '../support/backups.ts';
import { allEngines } from '../support/school.ts';
import { openVirusScanner } from '../support/virus-scanner.ts';

/** No request goes to the internet. */
const quiet = { CEP_API_URL: `http://127.0.0.1:${await freePort()}` };
const undo: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each();
});

async function place(engine: (typeof allEngines)[number]): Promise<Place> {
  const made = await emptyPlace(engine);
  undo.push(made.remove);
  return made;
}

/** A run at another instant (`--at`) does not move the clock of PostgreSQL. */
const serverNow = () => new Date(Date.now() - Number(process.env.CLOCK_SHIFT_MS ?? 0));

/** Findings as `level point: found`. */
async function reportOf(
  env: Record<string, string>,
  rest: { recipient?: string; now?: () => Date; inFile?: string[] } = {},
) {
  const clock = env.DATABASE_URL ? { now: serverNow } : {};
  const findings = await examine({ env: { ...quiet, ...env }, inFile: [], ...clock, ...rest });
  // Each finding says what to do.
  for (const { level, todo } of findings) expect(todo === undefined).toBe(level === 'ok');
  return findings.map(({ level, point, found }) => `${level} ${point}: ${found}`);
}
const about = (lines: readonly string[], point: string) =>
  lines.filter((line) => line.includes(` ${point}: `)).map((line) => line.replace(` ${point}: `, ': '));

/** A minimal mail server. */
async function mailServer(login: '235 ok' | '535 no'): Promise<{ url: string; mails: string[] }> {
  const mails: string[] = [];
  const server: Server = createServer((socket) => {
    let isData = false;
    socket.write('220 test\r\n');
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const text = bytes.toString();
      if (isData) {
        mails.push(text);
        isData = !text.endsWith('\r\n.\r\n');
        if (!isData) socket.write('250 ok\r\n');
      } else if (text.startsWith('EHLO')) socket.write('250-test\r\n250 AUTH PLAIN\r\n');
      else if (text.startsWith('AUTH')) socket.write(`${login}\r\n`);
      else if (text.startsWith('DATA')) {
        isData = true;
        socket.write('354 go on\r\n');
      } else socket.write('250 ok\r\n');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  undo.push(() => server.close());
  return { url: `smtp://user:pass@127.0.0.1:${(server.address() as { port: number }).port}`, mails };
}

describe.each(allEngines)('doctor on %s', (engine) => {
  it('doctor reports an empty place, a place in use, and one of a newer version', async () => {
    const { env, config } = await place(engine);
    expect(about(await reportOf(env), 'banco')).toEqual([expect.stringMatching(/^aviso: .* responde e está vazio/)]);
    await (await openSchool(config, pino({ level: 'silent' }), { backgroundWork: false })).close();
    const lines = await reportOf(env);
    expect(about(lines, 'banco')).toEqual([expect.stringMatching(/^ok: /)]);
    expect(about(lines, 'esquema')).toEqual([expect.stringMatching(/^ok: O esquema está em dia/)]);
    expect(about(lines, 'demonstração')).toEqual(['ok: Nenhuma conta de demonstração está aberta.']);
    const { db, close } = openDatabase(config, null, () => {});
    await sql`delete from schema_steps where name = (select max(name) from schema_steps)`.execute(db);
    expect(about(await reportOf(env), 'esquema')).toEqual([expect.stringMatching(/^aviso: 1 passo do esquema espera/)]);
    await sql`insert into schema_steps (name, ran_at) values ('9999-later', '')`.execute(db);
    await close();
    expect(about(await reportOf(env), 'esquema')).toEqual([expect.stringMatching(/^erro: .*mais nova.*9999-later/)]);
  });

  it('open demo accounts in a real school are an error', async () => {
    const { env, config } = await place(engine);
    const demo = { ...config, DEMO: 'on' as const };
    await (await openSchool(demo, pino({ level: 'silent' }), { backgroundWork: false })).close();
    expect(about(await reportOf(env), 'demonstração')).toEqual([
      expect.stringMatching(/^erro: \d+ contas de demonstração estão abertas/),
    ]);
    await (await openSchool(config, pino({ level: 'silent' }))).close();
    expect(about(await reportOf(env), 'demonstração')).toEqual(['ok: Nenhuma conta de demonstração está aberta.']);
  });
});

describe('doctor', () => {
  it('an unavailable database is reported in one sentence', async () => {
    const { env } = await place('sqlite');
    const closed = `127.0.0.1:${await freePort()}`;
    const away = { ...env, DATABASE_URL: `postgres://portal:x@${closed}/portal`, SECRET: 'x'.repeat(32) };
    expect(about(await reportOf(away), 'banco')).toEqual([
      expect.stringMatching(`^erro: O banco em ${closed} não pode ser usado: .*ECONNREFUSED`),
    ]);
  });

  it('BRAND-03 doctor reports schools whose brand has no address', async () => {
    const { env, config } = await place('sqlite');
    await (await openSchool(config, pino({ level: 'silent' }), { backgroundWork: false })).close();
    const { db, close } = openDatabase(config, null, () => {});
    const phenom = { nome: 'Jardins', marca: 'phenom', cidade: 'Curitiba', uf: 'PR' } as const;
    await db.insertInto('schools').values(phenom).execute();
    await close();
    const PUBLIC_URL = 'https://aluno.escola.com.br';
    const brands = async (more: Record<string, string>) =>
      about(await reportOf({ ...env, PUBLIC_URL, ...more }), 'marcas');
    expect(await brands({})).toEqual([
      `aviso: Há escolas Phenom Idiomas, e os links delas levam a ${PUBLIC_URL}, que é da outra marca.`,
    ]);
    expect(await brands({ BRAND2_PUBLIC_URL: 'https://phenom.escola.com.br' })).toEqual([]);
    expect(await brands({ ALLOWED_HOSTS: 'phenom.escola.com.br' })).toEqual([]);
  });

  it('doctor reports unknown, invalid and insecure settings', async () => {
    const { env } = await place('sqlite');
    const lines = await reportOf(
      { ...env, SMPT_URL: 'x', PUBLIC_URL: 'http://aluno.escola.com.br' },
      { inFile: ['COLOUR'] },
    );
    expect(about(lines, 'configuração')).toEqual([
      'aviso: COLOUR não é uma configuração do portal e não tem efeito.',
      'erro: SMPT_URL não é uma configuração do portal, e ele não inicia assim.',
      expect.stringMatching(/^erro: PUBLIC_URL começa com http:/),
      expect.stringMatching(/^erro: NODE_ENV não é production/),
      expect.stringMatching(/^aviso: PAYMENTS=off/),
      expect.stringMatching(/^aviso: METRICS_TOKEN/),
    ]);
    const watched = await reportOf({ ...env, METRICS_PORT: '9400' });
    expect(watched.filter((line) => line.includes('METRICS_TOKEN'))).toEqual([]);
    const refused = await reportOf({ PORT: 'x', HOST: '0.0.0.0' });
    expect(refused).toEqual([expect.stringMatching(/^erro configuração: O portal não inicia assim: PORT/)]);
  });

  it('doctor checks permissions of the folder, a truncated secret, and the clock', async () => {
    const { env, config, folder } = await place('sqlite');
    await (await openSchool(config, pino({ level: 'silent' }), { backgroundWork: false })).close();
    expect(about(await reportOf(env), 'permissões')).toEqual([expect.stringMatching(/^ok: /)]);
    chmodSync(join(folder, 'portal.sqlite'), 0o644);
    writeFileSync(join(folder, 'secret'), 'cut');
    const lines = await reportOf(env);
    expect(about(lines, 'permissões')).toEqual([expect.stringMatching(/^erro: .*portal\.sqlite/)]);
    expect(about(lines, 'segredo')).toEqual([expect.stringMatching(/^erro: .*foi cortado/)]);
  });

  it.skipIf(!allEngines.includes('postgres'))('a clock that differs from that of the database', async () => {
    const { env, config } = await place('postgres');
    await (await openSchool(config, pino({ level: 'silent' }), { backgroundWork: false })).close();
    expect(about(await reportOf(env), 'relógio')).toEqual([expect.stringMatching(/^ok: /)]);
    const now = () => new Date(serverNow().getTime() + 60_000);
    expect(about(await reportOf(env, { now }), 'relógio')).toEqual([
      expect.stringMatching(/^erro: .*(59,[5-9]|60,[0-4]) s/),
    ]);
  });

  it('doctor connects and logs in to the mail server, and sends only on request', async () => {
    const { env } = await place('sqlite');
    const { url, mails } = await mailServer('235 ok');
    const MAIL_FROM = 'Escola <portal@escola.com.br>';
    expect(about(await reportOf({ ...env, SMTP_URL: url, MAIL_FROM }), 'e-mail')).toEqual([
      expect.stringMatching(/^ok: .*aceita o login/),
    ]);
    expect(mails).toEqual([]);
    await reportOf({ ...env, SMTP_URL: url, MAIL_FROM }, { recipient: 'ti@escola.com.br' });
    expect(mails.join('')).toContain('To: ti@escola.com.br');
    const other = await mailServer('535 no');
    expect(about(await reportOf({ ...env, SMTP_URL: other.url }), 'e-mail')).toEqual([
      expect.stringMatching(/^erro: MAIL_FROM/),
      expect.stringMatching(/^erro: .*recusa/),
    ]);
  });

  it('doctor reports whether the virus scanner answers', async () => {
    const { env } = await place('sqlite');
    const scanner = await openVirusScanner();
    const lines = async () => about(await reportOf({ ...env, CLAMD_URL: scanner.url }), 'antivírus');
    expect(await lines()).toEqual([expect.stringMatching(/^ok: /)]);
    await scanner.close();
    expect(await lines()).toEqual([expect.stringMatching(/^erro: .*nenhum arquivo é guardado/)]);
    expect(about(await reportOf(env), 'antivírus')).toEqual([]);
  });

  it('doctor reports the age of the newest complete backup', async () => {
    const { env, folder } = await place('sqlite');
    const BACKUP_TARGET = join(folder, 'copias');
    const backups = async (hours?: number) => {
      if (hours !== undefined) {
        const name = backupName(new Date(Date.now() - hours * 3_600_000));
        mkdirSync(join(BACKUP_TARGET, name), { recursive: true });
        writeFileSync(join(BACKUP_TARGET, name, MANIFEST), '{}');
      }
      return about(await reportOf({ ...env, BACKUP_TARGET }), 'cópias');
    };
    expect(await backups()).toEqual([expect.stringMatching(/^erro: .*não há cópia terminada/)]);
    expect(await backups(100)).toEqual([expect.stringMatching(/^erro: .* tem 100 horas/)]);
    expect(await backups(30)).toEqual([expect.stringMatching(/^aviso: .* tem 30 horas/)]);
    expect(await backups(1)).toEqual([expect.stringMatching(/^ok: /)]);
  });
});
