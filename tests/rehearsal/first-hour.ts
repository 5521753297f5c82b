import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Option } from 'commander';
import pg from 'pg';
import { freePort } from '../../scripts/free-port.ts';
import { command } from '../../scripts/usage.ts';
import { withPostgres } from '../bench/measure.ts';
import { startLoad } from './load.ts';
import { end, Machine } from './machine.ts';
import { buildReleases } from './releases.ts';
import { tables } from './school-tables.ts';

// The first hour of a school, and the first bad one, from the archive alone: `npm run rehearse`. It wants PostgreSQL
// on this machine, and nginx with openssl, or Caddy. Each step checks what it did; the first wrong one ends it.

const PASSWORD = 'um cavalo azul 9';
const STUDENTS = 4;
const rows: [step: string, seconds: string, what: string][] = [];

/** Runs a step and notes its time. It says in a few words what it saw. */
async function step(name: string, work: () => Promise<string> | string): Promise<void> {
  const started = performance.now();
  const what = await work();
  rows.push([name, ((performance.now() - started) / 1000).toFixed(1), what]);
  process.stdout.write(`${name}: ${what}\n`);
}

const values = command(
  'rehearse',
  'Rehearses the first hour of a school, and the first bad one, from archives of releases.',
)
  .option('--from <archive or commit>', 'an older release to begin with; absent: one of this version')
  .option('--old <archive>', 'the release to begin with, built already; goes with --next')
  .option('--next <archive>', 'the release that replaces it')
  .addOption(new Option('--proxy <name>', 'what serves TLS').choices(['nginx', 'caddy']).default('nginx'))
  .parse()
  .opts<{ from?: string; old?: string; next?: string; proxy: string }>();
const room = mkdtempSync(join(tmpdir(), 'portal-rehearsal-'));
// Its other user walks through it.
chmodSync(room, 0o755);
const machine = new Machine(join(room, 'srv'));
try {
  const ran = await withPostgres(rehearse);
  assert.ok(ran, 'PostgreSQL is not installed: the rehearsal replaces two portals that share it.');
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, seconds, what] of rows)
    process.stdout.write(`${name.padEnd(width)}  ${seconds.padStart(6)} s  ${what}\n`);
} catch (error) {
  process.stdout.write(machine.proxySaid());
  throw error;
} finally {
  await machine.close();
  rmSync(room, { recursive: true, force: true });
}

async function rehearse(DATABASE_URL: string): Promise<true> {
  const [tls, PORT, PORT_2, PORT_3] = [await freePort(), await freePort(), await freePort(), await freePort()].map(
    String,
  );
  const port = Number(tls);
  const base = {
    DATABASE_URL,
    PUBLIC_URL: `https://localhost:${tls}`,
    // The sample names no port: its own is 443.
    ALLOWED_HOSTS: 'localhost',
    TRUST_PROXY: 'on',
    DEMO: 'off',
    SECRET: 'a secret of the rehearsal, long enough',
    DATA_DIR: join(machine.folder, 'data'),
    BACKUP_PASSPHRASE: 'uma senha da copia, comprida',
    PUSH_SUBJECT: 'mailto:suporte@escola.com.br',
    SHUTDOWN_DRAIN_MS: '5000',
    LOG_LEVEL: 'warn',
  };
  const one = { ...base, PORT: PORT ?? '' };
  const two = { ...base, PORT: PORT_2 ?? '' };
  const backups = join(machine.folder, 'backups');
  let archives = { old: '', next: '' };
  let [old, next] = ['', ''];
  await step('build two releases', () => {
    const { from, old: first, next: second } = values;
    archives = first && second ? { old: resolve(first), next: resolve(second) } : buildReleases(room, from);
    return 'not a part of the hour';
  });
  await step('unpack as another user', () => {
    old = machine.unpack(archives.old, 'old');
    return `${readdirSync(join(old, 'server')).length} files of the server`;
  });
  const admin = (...args: string[]) => machine.run(old, ['admin', ...args], one);
  const paths = new Map<string, string>();
  await step('first school', async () => {
    const who = ['--email', 'direcao@escola.example', '--nome', 'Rita Salles', '--escola', 'KNN Centro'];
    paths.set(
      'direcao@escola.example',
      pathIn(await admin('criar-gestora', ...who, '--cidade', 'Recife', '--uf', 'PE')),
    );
    assert.match(await admin('instalar-livros'), /No catálogo: 4 livros/);
    const taken: string[] = [];
    for (const [name, text] of Object.entries(tables(STUDENTS))) {
      const file = join(machine.folder, `${name}.csv`);
      writeFileSync(file, text, { mode: 0o644 });
      assert.match(await admin('importar', name, file, '--testar'), /Está tudo certo/);
      taken.push(/Gravado: (\d+)/.exec(await admin('importar', name, file))?.[1] ?? '');
    }
    for (let each = 1; each <= STUDENTS; each += 1) {
      const email = `aluno${each}@escola.example`;
      paths.set(email, pathIn(await admin('nova-senha', '--email', email)));
    }
    return `${taken.join(', ')} rows of ${taken.length} tables`;
  });
  let running = await machine.start(old, one);
  let other = await machine.start(old, two);
  await step('TLS proxy', async () => {
    const proxy = await machine.serveTls(values.proxy, old, port, [one.PORT, two.PORT]);
    const { status, text } = await machine.ask(port, '/healthz');
    assert.equal(status, 200);
    return `${proxy}, ${text}`;
  });
  const tokens: string[] = [];
  await step('logins', async () => {
    for (const [email, path] of paths) tokens.push(await enter(port, email, path));
    return `${tokens.length} people, cookies __Host- and Secure`;
  });
  const students = tokens.slice(1);
  await step('kill -9 under load', async () => {
    const load = startLoad(machine, port, students);
    await pause(1_500);
    await end(running, 'SIGKILL');
    running = await machine.start(old, one);
    await pause(1_000);
    const { answered, failed, acknowledged } = await load.stop();
    // One request of each student may have been in its hands.
    assert.ok(failed.length <= STUDENTS, failed.join('\n'));
    await expectStored(port, acknowledged);
    return `${answered} answers, ${failed.length} cut, ${acknowledged.size} last writes kept`;
  });
  await step('backup under load', async () => {
    const load = startLoad(machine, port, students);
    await pause(300);
    const said = await admin('backup', backups);
    const { answered, failed } = await load.stop();
    assert.deepEqual(failed, []);
    assert.match(await admin('verify', backups), /está inteira/);
    return `${answered} answers, 0 failed; ${/Banco: .*/.exec(said)?.[0]}`;
  });
  await step('restore elsewhere', async () => {
    const { DATABASE_URL: _none, ...rest } = base;
    const elsewhere = { ...rest, DATA_DIR: join(machine.folder, 'elsewhere'), PORT: PORT_3 ?? '' };
    const said = await machine.run(old, ['admin', 'restore', backups], elsewhere);
    assert.match(said, /cada linha e cada arquivo é igual/);
    const copy = await machine.start(old, elsewhere);
    const me = await fetch(`http://127.0.0.1:${elsewhere.PORT}/api/v1/users/me/`, {
      headers: {
        authorization: `Bearer ${students[0]}`,
        'x-forwarded-host': 'localhost',
        'x-forwarded-proto': 'https',
      },
    });
    assert.equal(await end(copy), 0);
    assert.equal(me.status, 200);
    return 'SQLite in place of PostgreSQL, each row equal, a session of before counts';
  });
  let steps = 0;
  const before = await stepsOf(DATABASE_URL);
  // 0.1.0 fails beside its successor, which gives columns other names.
  const isWithStop = !before.has('0200-baseline');
  await step(isWithStop ? 'upgrade with a stop' : 'upgrade without a gap', async () => {
    next = machine.unpack(archives.next, 'next');
    let load = startLoad(machine, port, students);
    await pause(500);
    const first = isWithStop ? await load.stop() : null;
    const started = performance.now();
    assert.deepEqual(
      await Promise.all(isWithStop ? [end(running), end(other)] : [end(running)]),
      isWithStop ? [0, 0] : [0],
    );
    running = await machine.start(next, one);
    const stoppedS = (performance.now() - started) / 1000;
    if (first) {
      await expectStored(port, first.acknowledged);
      load = startLoad(machine, port, students);
    }
    await pause(500);
    if (!isWithStop) assert.equal(await end(other), 0);
    other = await machine.start(next, two);
    await pause(500);
    const { answered, failed, acknowledged } = await load.stop();
    assert.deepEqual([...(first?.failed ?? []), ...failed], []);
    await expectStored(port, acknowledged);
    const { version, commit } = JSON.parse(readFileSync(join(next, 'release.json'), 'utf8'));
    assert.equal((await machine.ask(port, '/healthz')).text, `ok ${version} (${commit})`);
    steps = [...(await stepsOf(DATABASE_URL))].filter((name) => !before.has(name)).length;
    const stop = first ? `${stoppedS.toFixed(1)} s without an answer, ` : '';
    return `${(first?.answered ?? 0) + answered} answers, 0 failed, ${stop}${steps} new steps of the schema, version ${version}`;
  });
  await step('rollback refused', async () => {
    if (steps === 0) return 'no: both know the same schema, so the way back is open';
    // A port of its own: those of the others are looked at first.
    const why = await machine.run(old, ['start'], { ...one, PORT: PORT_3 ?? '' }, 1);
    assert.match(why, /newer version of the portal|versão mais nova do portal/);
    assert.match(await machine.run(old, ['migrate'], one, 1), /newer version|versão mais nova/);
    return 'in words, by start and by migrate';
  });
  await step('stop', async () => {
    assert.deepEqual(await Promise.all([end(running), end(other)]), [0, 0]);
    return 'both ended in order';
  });
  return true;
}

function pathIn(said: string): string {
  return /\/login\/recover-password\?token=(\S+)/.exec(said)?.[1] ?? assert.fail(said);
}

/** Chooses the password by the printed address, and logs in as a browser and as a client. @returns the client's token */
async function enter(port: number, email: string, token: string): Promise<string> {
  const body = JSON.stringify({ new_password: PASSWORD });
  const chosen = await machine.ask(port, `/api/v1/login/reset-password/?token=${token}`, { method: 'POST', body });
  assert.equal(chosen.status, 200, chosen.text);
  const form = new URLSearchParams({ username: email, password: PASSWORD }).toString();
  const path = '/api/v1/login/access-token/';
  const headers = { 'sec-fetch-site': 'same-origin', origin: `https://localhost:${port}` };
  const browser = await machine.ask(port, path, { method: 'POST', body: form, headers });
  assert.ok(browser.cookies.length > 0, browser.text);
  for (const each of browser.cookies) assert.match(each, /^__Host-.*; Secure/);
  const cookie = browser.cookies.map((each) => each.split(';')[0]).join('; ');
  const page = await machine.ask(port, '/profile-update/start', { headers: { cookie } });
  assert.equal(page.status, 200, page.text);
  const client = await machine.ask(port, path, { method: 'POST', body: form });
  const { access_token } = JSON.parse(client.text) as { access_token?: string };
  return access_token ?? assert.fail(client.text);
}

/** What the portal acknowledged is what it has. */
async function expectStored(port: number, acknowledged: ReadonlyMap<string, string>): Promise<void> {
  for (const [token, number] of acknowledged) {
    const me = await machine.ask(port, '/api/v1/users/me/', { headers: { authorization: `Bearer ${token}` } });
    assert.equal((JSON.parse(me.text) as { street_number: string }).street_number, number);
  }
}

async function stepsOf(url: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: found } = await client
    .query<{ name: string }>('select name from schema_steps')
    .finally(() => client.end());
  return new Set(found.map(({ name }) => name));
}
