import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PortalProcess {
  /** `http://127.0.0.1:port` */
  address: string;
  pid: number;
  /** Milliseconds from the spawn to the first line, which the process prints once it listens. */
  startedInMs: number;
  /** All output of the process. */
  output(): string;
  /** Stops gracefully and removes its data. @returns the exit code. */
  stop(): Promise<number | null>;
}

const MAX_START_MS = 60_000;
/** The folder of an unpacked release, to run all browser tests against it. */
const { PORTAL_RELEASE } = process.env;
const START = PORTAL_RELEASE
  ? ([`${PORTAL_RELEASE}/bin/portal`, 'start'] as const)
  : ([process.execPath, 'src/main.ts'] as const);

/**
 * Starts the built portal as its own process on loopback, by default on a free port and with its own data; `env` can set
 * others. For tests, budgets and benches.
 *
 * @param command another start command, such as `npm start`
 * @throws with the output of the process when it exits or does not start in time
 */
export async function startPortal(
  env: Record<string, string> = {},
  command: readonly [name: string, ...args: string[]] = START,
): Promise<PortalProcess> {
  const [name, ...args] = command;
  const data = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'portal-data-'));
  const started = performance.now();
  const child = spawn(name, args, {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      DATA_DIR: data,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The portal did not start: ${why}\n${output}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail('no answer in a minute');
    }, MAX_START_MS);
    const read = (chunk: Buffer) => {
      output += chunk;
      const found = /^Portal: (http:\S+)$/m.exec(output)?.[1];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`it ended with ${code}`);
    });
  });
  return {
    address,
    pid: child.pid ?? 0,
    startedInMs: performance.now() - started,
    output: () => output,
    async stop() {
      const code = await ended(child);
      if (env.DATA_DIR === undefined) rmSync(data, { recursive: true, force: true });
      return code;
    },
  };
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}

/** Logs in a demo account like a command-line client: the answer has the token, without a cookie. */
export async function tokenOf(address: string, username: string, password = 'portal-demo'): Promise<string> {
  const answer = await fetch(`${address}/api/v1/login/access-token/`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  });
  const { access_token, detail } = (await answer.json()) as { access_token?: string | null; detail?: string };
  if (!access_token) throw new Error(`${username} could not log in: ${answer.status} ${detail ?? 'several accounts'}`);
  return access_token;
}
