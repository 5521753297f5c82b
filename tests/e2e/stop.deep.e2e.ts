import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { startPortal } from '../../scripts/portal-process.ts';
import { logins, sendLogins } from '../support/logins-under-way.ts';

test('S13 a stop finishes running requests, accepts no new ones, and exits cleanly', async () => {
  const portal = await startPortal();
  const answers = await sendLogins(portal.address);
  // The kernel may buffer requests: this one is answered after all others were read.
  await fetch(`${portal.address}/healthz`);
  const ended = portal.stop();
  expect(await Promise.all(answers)).toEqual(logins.map(() => 200));
  expect(await ended).toBe(0);
  await expect(fetch(`${portal.address}/healthz`)).rejects.toThrow();
  expect(portal.output()).not.toMatch(/"level":(50|60)/);
});

test('S13 D20 `npm start` ends with its child processes, and frees the port', async () => {
  const portal = await startPortal({}, ['npm', 'start']);
  expect((await fetch(`${portal.address}/readyz`)).status).toBe(200);
  // To the process of npm itself, as a supervisor or a container does it.
  expect(await portal.stop()).toBe(0);
  await expect(fetch(`${portal.address}/readyz`)).rejects.toThrow();
  const next = await startPortal({ PORT: new URL(portal.address).port });
  expect(next.address).toBe(portal.address);
  await next.stop();
});

test('P12 `npm start` limits the heap and widens the pool of threads, unless somebody has set them', async () => {
  test.skip(process.platform !== 'linux', 'looks at the process as Linux shows it');
  const command = [process.execPath, '--max-semi-space-size=4', 'scripts/start.ts'] as const;
  const portal = await startPortal({ UV_THREADPOOL_SIZE: '7' }, command);
  const read = (what: string) => readFileSync(`/proc/${portal.pid}/${what}`, 'utf8').split('\0');
  const [flags, env] = [read('cmdline').filter((part) => part.startsWith('--')), read('environ')];
  await portal.stop();
  expect(flags).toEqual(['--max-semi-space-size=4', '--heap-growing-percent=40']);
  expect(env.filter((line) => /^(UV_THREADPOOL_SIZE|MALLOC_ARENA_MAX)=/.test(line)).toSorted()).toEqual([
    'MALLOC_ARENA_MAX=2',
    'UV_THREADPOOL_SIZE=7',
  ]);
});

test('S13 the first process of a container stops cleanly on a signal', async () => {
  const apart = ['--pid', '--fork', '--mount-proc'];
  test.skip(spawnSync('unshare', [...apart, 'true']).status !== 0, 'this user makes no processes apart');
  const portal = await startPortal({ LOG_LEVEL: 'info' }, ['unshare', ...apart, process.execPath, 'scripts/start.ts']);
  const inside = Number(readFileSync(`/proc/${portal.pid}/task/${portal.pid}/children`, 'utf8').trim());
  expect(readFileSync(`/proc/${inside}/status`, 'utf8')).toMatch(/^NSpid:\t\d+\t1$/m);
  process.kill(inside, 'SIGTERM');
  await expect.poll(() => portal.output(), { timeout: 12_000 }).toContain('"msg":"stopped"');
  expect(await portal.stop()).toBe(0);
  await expect(fetch(`${portal.address}/readyz`)).rejects.toThrow();
});
