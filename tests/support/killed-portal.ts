import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import type { OperationName } from '../../src/lib/page/operations.ts';
import { postOperation } from './operation-page.ts';

export interface Answer<T> {
  status: number;
  value: T;
}

/**
 * A portal in a process of its own that is killed and started again on the same port. Requests wait while it is away,
 * and one that it was answering when it died brings null: nobody knows what became of it.
 */
export class KilledPortal {
  readonly #env: Record<string, string>;
  readonly #address: string;
  #child: ChildProcess | null = null;
  #up: Promise<void> = Promise.resolve();
  kills = 0;
  /** What all its lives wrote to the log. */
  log = '';

  constructor(env: Record<string, string>, port: number) {
    this.#env = { ...env, HOST: '127.0.0.1', PORT: String(port) };
    this.#address = `http://127.0.0.1:${port}`;
  }

  /** Starts it. @returns once it listens, or once it ended before. */
  start(): Promise<void> {
    const child = fork('tests/support/serving-process.ts', {
      env: { ...process.env, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      this.log += chunk;
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      this.log += chunk;
      said = (said + chunk).slice(-4_000);
    });
    this.#up = new Promise((resolve, reject) => {
      child.stdout?.on('data', (chunk: Buffer) => String(chunk).includes('Portal: ') && resolve());
      child.once('exit', (code, signal) =>
        signal === 'SIGKILL' ? resolve() : reject(new Error(`The portal ended with ${code}:\n${said}`)),
      );
    });
    // A start that fails is told to who waits for it.
    this.#up.catch(() => undefined);
    return this.#up;
  }

  /** Kills it after so many milliseconds, whatever it does then. */
  async killAfter(ms: number): Promise<void> {
    await wait(ms);
    await this.#end('SIGKILL');
    this.kills += 1;
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.kill(signal);
    });
  }

  /** @param path below the API */
  async send<T>(
    method: string,
    path: string,
    token: string | null,
    body?: RequestInit['body'] | object,
    headers: Record<string, string> = {},
  ): Promise<Answer<T> | null> {
    const isRaw = body === undefined || body instanceof FormData;
    return this.#whileUp(async () => {
      const answer = await fetch(this.#address + API_PREFIX + path, {
        method,
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(!isRaw && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: isRaw ? body : JSON.stringify(body),
      });
      return { status: answer.status, value: (await answer.json()) as T };
    });
  }

  /** Asks an operation by a form of its page (`operationPage`). @param key of what happens once */
  ask<T>(operation: OperationName, input: object, token: string, key?: string): Promise<Answer<T> | null> {
    return this.#whileUp(() => postOperation<T>(this.#address, { operation, input, key }, token));
  }

  async #whileUp<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T> | null> {
    await this.#up;
    try {
      return await ask();
    } catch {
      // The next one starts soon.
      await wait(20);
      return null;
    }
  }
}
