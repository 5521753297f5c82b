import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { request } from 'node:https';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { proxyFor } from './proxies.ts';

/** The user of the portal: nobody, where this runs as root. */
const NOBODY = 65_534;
const MAX_START_MS = 60_000;

export interface Answer {
  status: number;
  text: string;
  cookies: string[];
}

/** A machine of a school: a folder of another user, with releases, portals and a proxy. */
export class Machine {
  readonly folder: string;
  readonly #isRoot = process.getuid?.() === 0;
  readonly #running = new Set<ChildProcess>();
  #certificate = '';
  /** The last that the proxy wrote to its log. */
  proxySaid = () => '';

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    if (this.#isRoot) chownSync(folder, NOBODY, NOBODY);
  }

  /** A command as the user of the portal, with nothing of this clone in its environment. */
  #asUser(command: readonly string[]): [string, string[]] {
    const drop = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs'];
    const [file = '', ...args] = this.#isRoot ? [...drop, ...command] : command;
    return [file, args];
  }
  readonly #env = (more: Record<string, string>) => ({ PATH: '/usr/sbin:/usr/bin:/bin', HOME: this.folder, ...more });

  /**
   * Unpacks an archive after a look at its digest. @param place of its own: two releases may have one version @returns
   * the folder of the release
   */
  unpack(archive: string, place: string): string {
    execFileSync('sha256sum', ['--check', '--quiet', `${archive}.sha256`], { cwd: join(archive, '..') });
    const into = join(this.folder, place);
    for (const command of [
      ['mkdir', into],
      ['tar', '-xzf', archive, '-C', into],
    ]) {
      const [file, args] = this.#asUser(command);
      execFileSync(file, args, { env: this.#env({}) });
    }
    return join(into, basename(archive, '.tar.gz'));
  }

  /** Runs a program of a release to its end. @throws with what it said, unless it ends with `code` */
  async run(release: string, args: readonly string[], env: Record<string, string>, code = 0): Promise<string> {
    const [file, rest] = this.#asUser([join(release, 'bin/portal'), ...args]);
    const child = spawn(file, rest, { cwd: this.folder, env: this.#env(env), stdio: ['ignore', 'pipe', 'pipe'] });
    const said = saidBy(child);
    const [status] = (await once(child, 'close')) as [number | null];
    if (status !== code) throw new Error(`portal ${args.join(' ')} ended with ${status}:\n${said()}`);
    return said();
  }

  /** Starts a portal and waits until it takes requests. */
  async start(release: string, env: Record<string, string> & { PORT: string }): Promise<ChildProcess> {
    const [file, args] = this.#asUser([join(release, 'bin/portal'), 'start']);
    const child = spawn(file, args, { cwd: this.folder, env: this.#env(env), stdio: ['ignore', 'pipe', 'pipe'] });
    const said = saidBy(child);
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    const until = Date.now() + MAX_START_MS;
    while (!(await isReady(env.PORT))) {
      if (child.exitCode !== null || Date.now() > until) throw new Error(`The portal did not start:\n${said()}`);
      await pause(50);
    }
    return child;
  }

  /** Puts a proxy with TLS in front, by the sample of the release. @returns its name */
  async serveTls(proxy: string, release: string, port: number, upstreams: readonly string[]): Promise<string> {
    const { name, command, env, certificate } = proxyFor(proxy, { folder: this.folder, release, port, upstreams });
    const [program, args] = this.#asUser(command);
    const child = spawn(program, args, { env: this.#env(env), stdio: ['ignore', 'pipe', 'pipe'] });
    const said = saidBy(child);
    this.proxySaid = said;
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    const until = Date.now() + MAX_START_MS;
    const answers = async () => {
      if (!existsSync(certificate)) return false;
      this.#certificate = readFileSync(certificate, 'utf8');
      return (await this.ask(port, '/healthz').catch(() => null))?.status === 200;
    };
    while (!(await answers())) {
      if (child.exitCode !== null || Date.now() > until) throw new Error(`${name} did not start:\n${said()}`);
      await pause(50);
    }
    return name;
  }

  /** Asks through the proxy, over TLS, on a connection of its own. @throws when the connection breaks */
  ask(port: number, path: string, options: AskOptions = {}): Promise<Answer> {
    const { method = 'GET', headers = {}, body } = options;
    const type = body?.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded';
    return new Promise((resolve, reject) => {
      const asking = request(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          servername: 'localhost',
          agent: false,
          ca: this.#certificate,
          headers: { host: `localhost:${port}`, ...(body && { 'content-type': type }), ...headers },
        },
        (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => {
            text += chunk;
          });
          const cookies = response.headers['set-cookie'] ?? [];
          response.once('end', () => resolve({ status: response.statusCode ?? 0, text, cookies }));
          response.once('error', reject);
        },
      );
      asking.once('error', reject);
      asking.end(body);
    });
  }

  /** Stops what still runs. */
  async close(): Promise<void> {
    await Promise.all([...this.#running].map((child) => end(child)));
  }
}

/** Collects what a process writes. @returns the last of it */
function saidBy({ stdout, stderr }: ChildProcess): () => string {
  let said = '';
  for (const stream of [stdout, stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said = (said + chunk).slice(-20_000);
    });
  }
  return () => said;
}

export interface AskOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Ends a process. @returns its exit code; null after a kill */
export function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill(signal);
  });
}

const isReady = (port: string) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
