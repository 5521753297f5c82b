import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type PortalProcess, startPortal, tokenOf } from '../../scripts/portal-process.ts';
import { readPdf } from '../support/pdf.ts';

const MAX_BYTES = 120_000_000;

/** Programs on another machine, which has neither npm nor this clone. */
const bare = { PATH: '/usr/bin:/bin', NODE_OPTIONS: '', NODE_PATH: '' };

test.describe('D20 a release', () => {
  test.describe.configure({ mode: 'serial' });
  let room: string;
  let folder: string;
  let work: string;
  let archive: string;
  /** Its exit code. */
  let second: Promise<unknown[]>;
  test.beforeAll(() => {
    test.setTimeout(300_000);
    room = mkdtempSync(join(tmpdir(), 'portal-release-'));
    work = join(room, 'srv');
    mkdirSync(work);
    execFileSync(process.execPath, ['scripts/release.ts', '--out', room]);
    [archive = ''] = execFileSync('ls', [room], { encoding: 'utf8' }).match(/^portal-.*\.tar\.gz$/m) ?? [];
    expect(statSync(join(room, archive)).size).toBeLessThan(MAX_BYTES);
    execFileSync('sha256sum', ['--check', '--quiet', `${archive}.sha256`], { cwd: room });
    execFileSync('tar', ['-xzf', join(room, archive), '-C', work]);
    folder = join(work, archive.replace('.tar.gz', ''));
    // Another one is built while the tests look at the first, later, in another zone, by a user of other habits.
    const again = 'umask 077; exec "$0" scripts/release.ts --out "$1"';
    const command = ['-c', again, process.execPath, join(room, 'again')];
    second = once(spawn('sh', command, { env: { ...process.env, TZ: 'Asia/Tokyo' }, stdio: 'ignore' }), 'exit');
  });
  test.afterAll(() => rmSync(room, { recursive: true, force: true }));
  const portal = (...args: string[]) =>
    execFileSync(join(folder, 'bin/portal'), args, {
      cwd: work,
      encoding: 'utf8',
      env: { ...bare, DATA_DIR: join(work, 'school'), DEMO: 'off', LOG_LEVEL: 'error' },
    });
  const json = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));

  test('a release names its version and its components', () => {
    const { version, commit } = JSON.parse(portal('version'));
    expect(version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
    expect(commit).toMatch(/^[0-9a-f]{12}(-changed)?$/);
    expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(`\n## ${version}\n`);
    const names = new Set(json('bom.cdx.json').components.map((part: { name: string }) => part.name));
    for (const name of ['node', 'kysely', 'sharp', 'react']) expect(names).toContain(name);
    expect(names).not.toContain('vitest');
    expect(readFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), 'utf8')).toContain('kysely 0.');
    // No compiler, no tool of development.
    for (const name of ['typescript', 'astro', 'esbuild', 'prettier', '@babel/core'])
      expect(existsSync(join(folder, 'node_modules', name)), name).toBe(false);
  });

  test('a release creates a first school by its commands', () => {
    const help = portal('admin', '--help');
    expect(help).toContain('Uso: portal admin ');
    expect(portal('migrate')).toMatch(/^O banco foi atualizado: \d+ passos?( \(.*\))?\.$/m);
    const who = ['--email', 'direcao@escola.example', '--nome', 'Rita Salles', '--escola', 'KNN Centro'];
    expect(portal('admin', 'criar-gestora', ...who, '--cidade', 'Recife', '--uf', 'PE')).toContain('token=');
    expect(portal('admin', 'instalar-livros')).toContain('No catálogo: 4 livros');
  });

  test('a release serves the demo school: pages, mails, documents, pictures, sounds, and stops cleanly', async () => {
    let running: PortalProcess | null = null;
    try {
      running = await startPortal({ ...bare, DATA_DIR: join(work, 'demo') }, [join(folder, 'bin/portal'), 'start']);
      const { address } = running;
      const ask = (path: string, init?: RequestInit) => fetch(address + path, init);
      const { version, commit } = json('release.json');
      expect(await (await ask('/healthz')).text()).toBe(`ok ${version} (${commit})`);
      for (const path of ['/login/main', '/knn-abre-o-mundo', '/api/docs/swagger-ui.css', '/service-worker.js'])
        expect((await ask(path)).status, path).toBe(200);
      const authorization = `Bearer ${await tokenOf(address, 'aluna@demo.example')}`;
      const { parcelas } = (await (
        await ask('/api/v1/at-home/financeiro/', { headers: { authorization } })
      ).json()) as {
        parcelas: { id: number; status: string }[];
      };
      const paid = parcelas.find(({ status }) => status === 'paga')?.id;
      const paper = await ask(`/api/v1/portal/receipts/${paid}/`, { headers: { authorization } });
      expect((await readPdf(await paper.arrayBuffer())).text).toContain('Ana Souza');
      await ask('/api/v1/login/recover-password/?email=aluna%40demo.example', { method: 'POST' });
      // The first mail loads the code that draws it, and another release is built meanwhile.
      const outbox = async () => (await ask('/dev/outbox')).text();
      await expect.poll(outbox, { timeout: 60_000 }).toContain('Crie uma nova senha');
      // In the morning the staff get mails too.
      const [, mail] = /href="(\/dev\/outbox\/\d+)">Crie uma nova senha/.exec(await outbox()) ?? [];
      expect(await (await ask(mail ?? '')).text()).toContain('Criar nova senha');
      expect(running.output()).not.toMatch(/"level":(50|60)/);
    } finally {
      expect(await running?.stop()).toBe(0);
    }
  });

  test('a release is identical to the byte when built again', async () => {
    test.setTimeout(300_000);
    expect((await second)[0]).toBe(0);
    const digest = (of: string) => readFileSync(join(of, `${archive}.sha256`), 'utf8');
    execFileSync('sha256sum', ['--check', '--quiet', `${archive}.sha256`], { cwd: join(room, 'again') });
    expect(digest(join(room, 'again'))).toBe(digest(room));
    // Nothing of the shell that built it is in it: the tests set this one to nothing.
    expect(readFileSync('dist/server/entry.mjs', 'utf8')).not.toContain('"PUBLIC_URL": "');
  });
});
