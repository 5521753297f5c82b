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
 * A portal in a process of its own that is killed and started again on the same port. Requests wait while it is down,
 * and one that was running at the kill returns null: its result is unknown.
 */
export class KilledPortal {
  readonly #env: Record<string, string>;
  readonly #address: string;
  #child: ChildProcess | null = null;
  #up: Promise<void> = Promise.resolve();
  kills = 0;
  /** The log of all its runs. */
  log = '';

  constructor(env: Record<string, string>, port: number) {
    this.#env = { ...env, HOST: '127.0.0.1', PORT: String(port) };
    this.#address = `http://127.0.0.1:${port}`;
  }

  /** Starts it. @returns once it listens, or has ended before. */
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
    // A failed start is passed on to the waiting caller.
    this.#up.catch(() => undefined);
    return this.#up;
  }

  /** Kills it after this many milliseconds, whatever it is doing. */
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

  /** Calls an operation by a form of its page (`operationPage`). @param key the idempotency key */
  ask<T>(operation: OperationName, input: object, token: string, key?: string): Promise<Answer<T> | null> {
    return this.#whileUp(() => postOperation<T>(this.#address, { operation, input, key }, token));
  }

  async #whileUp<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T> | null> {
    await this.#up;
    try {
      return await ask();
    } catch {
      // The next process starts soon.
      await wait(20);
      return null;
    }
  }
}
