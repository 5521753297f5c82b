import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bareEnv } from '../support/bare-env.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts the portal in an empty folder and waits for its end. */
function start(env: Record<string, string>): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [resolve('src/main.ts')], {
    cwd: folder,
    env: { ...bareEnv, PORT: '0', ...env },
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      said[name] += chunk;
    });
  }
  return new Promise((done) => child.once('close', (code) => done({ code, ...said })));
}

describe('a wrong setting stops the start and is named, without a stack', () => {
  it.each<[string, Record<string, string>]>([
    ['PORT', { PORT: 'abc' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
    ['DRIVE_API_URL', { PORTAL_API_URL: 'https://portal.example' }],
    ['PUBLIC_URL', { HOST: '0.0.0.0' }],
  ])('%s', async (name, env) => {
    const { code, stdout, stderr } = await start(env);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(new RegExp(`^Configurações erradas \\(veja \\.env\\.example\\):\\n {2}.*${name}`));
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('a setting in .env counts, and the environment takes precedence', async () => {
    writeFileSync(join(folder, '.env'), 'TRUST_PROXY=yes\nLOG_LEVEL=loud\n');
    const { code, stderr } = await start({ LOG_LEVEL: 'info' });
    rmSync(join(folder, '.env'));
    expect(code).toBe(1);
    expect(stderr).toContain('TRUST_PROXY');
    expect(stderr).not.toContain('LOG_LEVEL');
  });
});

describe('a name that is one letter from that of a setting stops the start', () => {
  const stopped = 'DEMOO: não é uma configuração do portal; seria DEMO?';

  it('in the environment', async () => {
    const { code, stderr } = await start({ DEMOO: 'off', PORT: 'abc' });
    expect(code).toBe(1);
    expect(stderr).toContain(stopped);
    expect(stderr).toContain('PORT: use um número inteiro');
  });

  it('in .env', async () => {
    writeFileSync(join(folder, '.env'), 'DEMOO=off\n');
    const { code, stderr } = await start({});
    rmSync(join(folder, '.env'));
    expect([code, stderr]).toEqual([1, `Configurações erradas (veja .env.example):\n  ${stopped}\n`]);
  });
});

it('a port in use is reported with a remedy before any file is created', async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const { port } = other.address() as AddressInfo;
  const { code, stdout, stderr } = await start({ PORT: String(port), DATA_DIR: join(folder, 'data') });
  await new Promise((done) => other.close(done));
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    new RegExp(`^A porta ${port} já está em uso\\. Pare o outro programa ou escolha outra: PORT=\\d+ npm start\\n$`),
  );
  expect(existsSync(join(folder, 'data'))).toBe(false);
});
