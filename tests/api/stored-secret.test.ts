import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { ConfigError, readConfig } from '../../src/server/config.ts';
import { storedSecret } from '../../src/server/identity/auth/stored-secret.ts';
import { openSchool } from '../../src/server/school.ts';
import { SECRET } from '../support/bare-env.ts';

const root = mkdtempSync(join(tmpdir(), 'portal-secret-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(root, 'data-'));
});

const nobody = async () => false;
const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8);
const open = (env: Record<string, string> = {}) =>
  openSchool(readConfig({ NODE_ENV: 'test', DATA_DIR: folder, ...env }), pino({ level: 'silent' }), {
    backgroundWork: false,
  });

describe('the stored secret', () => {
  it('the stored secret is created once, complete, readable by its owner only, and read again', async () => {
    const made = await storedSecret(folder, nobody);
    expect(made).toMatch(/^[\w-]{43}$/);
    expect(await storedSecret(folder, nobody)).toBe(made);
    expect(readdirSync(folder)).toEqual(['secret']);
    expect(modeOf('secret')).toBe('600');
  });

  it.each(['', '\n', 'abc', `${'x'.repeat(31)}\n`])(
    'a secret that was truncated to %j is refused by name',
    async (text) => {
      writeFileSync(join(folder, 'secret'), text);
      const refused = await storedSecret(folder, nobody).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(ConfigError);
      expect(String(refused)).toContain(`SECRET: ${join(folder, 'secret')} tem menos de 32 caracteres`);
      expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(text);
    },
  );

  it.each(['\n', '\r\n'])(
    'the stored secret is the same with %j at the end, as an editor or `echo` writes it',
    async (end) => {
      const made = await storedSecret(folder, nobody);
      writeFileSync(join(folder, 'secret'), made + end);
      expect(await storedSecret(folder, nobody)).toBe(made);
    },
  );

  it('a missing secret beside accounts is refused, and not replaced', async () => {
    await expect(storedSecret(folder, async () => true)).rejects.toThrow(/SECRET: falta .*Ponha o arquivo de volta/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a secret created meanwhile by another process is read', async () => {
    const text = 'the secret of the other process, whole';
    const meanwhile = async () => {
      writeFileSync(join(folder, 'secret'), text);
      return true;
    };
    expect(await storedSecret(folder, meanwhile)).toBe(text);
  });

  it('two concurrent processes on a new folder get the same secret', async () => {
    const processes = [1, 2].map(() => fork('tests/support/secret-process.ts', { stdio: 'inherit' }));
    await Promise.all(processes.map((each) => once(each, 'message')));
    for (let time = 0; time < 200; time += 1) {
      const fresh = mkdtempSync(join(root, 'race-'));
      const found = await Promise.all(processes.map((each) => secretIn(each, fresh)));
      expect(found[0]).toMatch(/^[\w-]{43}$/);
      expect(found[1]).toBe(found[0]);
      expect(readdirSync(fresh)).toEqual(['secret']);
    }
    for (const each of processes) each.disconnect();
  });
});

async function secretIn(child: ChildProcess, fresh: string): Promise<string> {
  const answer = once(child, 'message');
  child.send(fresh);
  const [said] = (await answer) as [{ secret: string }];
  return said.secret;
}

describe('the data folder', () => {
  it('the data folder and its files are closed to other users of the machine', async () => {
    const { school, close } = await open();
    await school.ports.files.put('tests/one', Buffer.from('x'), 'text/plain');
    const modes = [
      '.',
      'files',
      'secret',
      'portal.sqlite',
      'portal.sqlite-wal',
      'portal.sqlite-shm',
      'files/tests/one',
    ];
    const found = Object.fromEntries(modes.map((name) => [name, modeOf(name)]));
    await close();
    expect(found).toEqual({
      '.': '700',
      files: '700',
      secret: '600',
      'portal.sqlite': '600',
      'portal.sqlite-wal': '600',
      'portal.sqlite-shm': '600',
      'files/tests/one': '600',
    });
  });

  it('a data folder of an earlier release is closed at the next start', async () => {
    await (await open()).close();
    for (const name of ['.', 'files']) chmodSync(join(folder, name), 0o755);
    for (const name of ['secret', 'portal.sqlite']) chmodSync(join(folder, name), 0o644);
    const { close } = await open();
    const found = ['.', 'files', 'secret', 'portal.sqlite'].map(modeOf);
    await close();
    expect(found).toEqual(['700', '700', '600', '600']);
  });

  it('a school whose secret went missing does not start, and starts with the file again', async () => {
    await (await open()).close();
    const secret = readFileSync(join(folder, 'secret'), 'utf8');
    rmSync(join(folder, 'secret'));
    await expect(open()).rejects.toThrow(/SECRET: falta /);
    expect(existsSync(join(folder, 'secret'))).toBe(false);
    writeFileSync(join(folder, 'secret'), secret);
    await (await open()).close();
  });

  it('a school whose secret was abandoned starts with a secret from the settings', async () => {
    await (await open()).close();
    rmSync(join(folder, 'secret'));
    await (await open({ SECRET: 'a new secret, long enough to count' })).close();
  });

  it('a data folder that cannot be used is named, without a stack', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(open({ DATA_DIR: join(folder, 'file') })).rejects.toThrow(/^DATA_DIR: não é possível escrever em /);
    mkdirSync(join(folder, 'portal.sqlite'));
    await expect(open()).rejects.toThrow(/^DATA_DIR: /);
    rmSync(join(folder, 'portal.sqlite'), { recursive: true });
    writeFileSync(join(folder, 'portal.sqlite'), 'no database at all, '.repeat(100));
    await expect(open()).rejects.toThrow(/^DATA_DIR: o banco em .* não pode ser usado/);
  });

  it('an unavailable database is named, without a stack', async () => {
    const closed = `127.0.0.1:${await freePort()}`;
    const url = `postgres://portal:very-secret@${closed}/portal`;
    const failed = await open({ DATABASE_URL: url, SECRET }).catch((error) => error);
    expect(failed).toBeInstanceOf(ConfigError);
    expect(failed.message).toMatch(new RegExp(`^DATABASE_URL: o banco ${closed}/portal não responde: .*ECONNREFUSED`));
    expect(failed.message).not.toContain('very-secret');
  });
});
