import { request } from 'node:http';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { type PortalProcess, startPortal, tokenOf } from '../../scripts/portal-process.ts';
import { SECRET } from '../support/bare-env.ts';
import { createDatabase } from '../support/databases.ts';
import { logins, sendLogins } from '../support/logins-under-way.ts';

interface Line {
  pid: number;
  child?: number;
  msg?: string;
  status?: number;
  pauseMs?: number;
}

const COUNT = 2;
const METRICS_TOKEN = 'a token for the metrics';
const command = [process.execPath, 'tests/support/several-processes.ts'] as const;
const settings = { SECRET, LOG_LEVEL: 'info', PROCESSES: String(COUNT) };

describe.skipIf(inject('postgresUrl') === null)('S13 two processes on one port', () => {
  let portal: PortalProcess;
  let drop: () => Promise<void>;
  let client: pg.Client;
  beforeEach(async () => {
    const database = await createDatabase();
    drop = database.drop;
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    portal = await startPortal({ ...settings, DATABASE_URL: database.url, METRICS_TOKEN }, command);
    await serving(COUNT);
  });
  afterEach(async () => {
    await portal.stop();
    await client.end();
    await drop();
  });

  /** Each line is whole, whichever process wrote it. */
  const lines = () =>
    portal
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .slice(0, portal.output().endsWith('\n') ? undefined : -1)
      .map((line) => JSON.parse(line) as Line);
  const logged = (msg: string) => lines().filter((line) => line.msg === msg);
  /** Waits until this many processes have served. @returns their ids, in order */
  const serving = async (count: number) => {
    const served = () => portal.output().match(/"child":\d+,"msg":"a process serves"/g) ?? [];
    await expect.poll(() => served().length, { interval: 10, timeout: 120_000 }).toBe(count);
    return served().map((text) => Number(/\d+/.exec(text)?.[0]));
  };
  /** On a connection of its own, so that any process may get it. @returns the status; 0 when the connection was cut */
  const ask = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; text: string }>((resolve) => {
      const asking = request(`${portal.address}${path}`, { agent: false, headers }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => {
          text += chunk;
        });
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.once('error', () => resolve({ status: 0, text }));
      });
      asking.once('error', () => resolve({ status: 0, text: '' }));
      asking.end();
    });

  it('both processes serve, metrics add up both, and a session is valid in both', async () => {
    const token = await tokenOf(portal.address, 'aluna@demo.example');
    const pids = await serving(COUNT);
    const statuses: number[] = [];
    // The first free process accepts a connection, so the number needed to reach all is unknown.
    const served = async () => {
      statuses.push((await ask('/api/v1/users/me/', { authorization: `Bearer ${token}` })).status);
      return new Set(lines().flatMap(({ pid, status }) => (status ? [pid] : [])));
    };
    await expect.poll(served, { interval: 10, timeout: 120_000 }).toEqual(new Set(pids));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { text } = await ask('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` });
    const counted = /^portal_request_seconds_count\{kind="api",method="GET",status="2xx",portal="[^"]+"\} (\d+)$/m.exec(
      text,
    );
    expect(counted?.[1]).toBe(String(statuses.length));
    const named = [...text.matchAll(/^portal_build_info\{.*pid="(\d+)".*\} 1$/gm)].map(([, pid]) => Number(pid));
    expect(new Set(named)).toEqual(new Set(pids));
    expect(logged('call failed')).toEqual([]);
  });

  it('a killed process is restarted after a growing delay, and requests are served', async () => {
    const token = await tokenOf(portal.address, 'aluna@demo.example');
    for (const [index, pauseMs] of [100, 200].entries()) {
      const victim = (await serving(COUNT + index)).at(-1) ?? 0;
      let isBack = false;
      const statuses: number[] = [];
      const load = Array.from({ length: 4 }, async () => {
        while (!isBack) statuses.push((await ask('/api/v1/users/me/', { authorization: `Bearer ${token}` })).status);
      });
      process.kill(victim, 'SIGKILL');
      const pids = await serving(COUNT + index + 1);
      isBack = true;
      await Promise.all(load);
      // Requests of the killed process are cut. All others are answered.
      expect(new Set(statuses.filter((status) => status !== 0))).toEqual(new Set([200]));
      expect(statuses.filter((status) => status === 0).length).toBeLessThanOrEqual(load.length);
      expect(pids.at(-1)).not.toBe(victim);
      expect(logged('a process ended and starts again').at(-1)).toMatchObject({ child: victim, pauseMs });
    }
  });

  it('one process runs the jobs, and another takes over after a kill or a stop', async () => {
    const leaders = () => logged('this process runs the jobs').map(({ pid }) => pid);
    /** A leader that stalls for its lease also loses it, so the count alone is not enough. */
    const led = (before: number) =>
      expect.poll(() => leaders().at(-1) ?? before, { interval: 10, timeout: 120_000 }).not.toBe(before);
    /** Requests a recovery, from any process. */
    const recovers = async () => {
      const path = '/api/v1/login/recover-password/?email=visitante%40demo.example';
      const answer = await fetch(portal.address + path, { method: 'POST' });
      expect(answer.status).toBe(200);
      const open = 'select count(*)::int as open from recovery_requests where handled_at is null';
      await expect
        .poll(async () => (await client.query<{ open: number }>(open)).rows[0]?.open, {
          interval: 20,
          timeout: 120_000,
        })
        .toBe(0);
      const { rows } = await client.query<{ made: number }>('select count(*)::int as made from auth_tokens');
      return rows[0]?.made;
    };
    await led(0);
    expect(await recovers()).toBe(1);
    for (const [index, signal] of (['SIGKILL', 'SIGTERM'] as const).entries()) {
      // The process killed before serves again, so that one listens when its successor ends.
      await serving(COUNT + index);
      const pid = leaders().at(-1) ?? 0;
      process.kill(pid, signal);
      await led(pid);
      // Each once: the former leader repeats nothing.
      expect(await recovers()).toBe(index + 2);
    }
  });

  it('a stop finishes running requests of all processes, and frees processes and port', async () => {
    const answers = await sendLogins(portal.address, { agent: false });
    // Connections are accepted in order, so these come after all others.
    for (let each = 0; each < COUNT; each += 1) await ask('/healthz');
    const pids = await serving(COUNT);
    expect(await portal.stop()).toBe(0);
    expect(await Promise.all(answers)).toEqual(logins.map(() => 200));
    expect(
      logged('stopped')
        .map(({ pid }) => pid)
        .toSorted(),
    ).toEqual(pids.toSorted());
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect((await ask('/healthz')).status).toBe(0);
    expect(portal.output()).not.toMatch(/"level":(50|60)/);
  });
});

it('if the first process cannot start, all end with one message', async () => {
  const env = { ...settings, DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/nothing` };
  const failure = String(await startPortal(env, command).catch((error: unknown) => error));
  expect(failure).toMatch(/ended with 1\n/);
  expect(failure.match(/"msg":"the process ends"/g)).toHaveLength(1);
  expect(failure).toContain('não responde');
});
