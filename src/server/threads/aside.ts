import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';

/** What the thread is asked: a function that a module exports, and its arguments. */
export interface Question {
  id: number;
  module: string;
  name: string;
  args: readonly unknown[];
}

/** What it answers. */
export type Reply = { id: number; result: unknown } | { id: number; error: { message: string; code?: unknown } };

type Work = (...args: never[]) => unknown;

const THREAD = new URL('./aside-thread.ts', import.meta.url);

/**
 * Runs functions of modules in a thread of its own, so that the event loop serves others meanwhile. The thread starts
 * with the first call, and ends a minute after its last answer. So it gives its memory back, and a call that hangs keeps
 * nobody waiting for longer.
 */
export class Aside {
  /** Questions without an answer yet, with the thread that was asked. */
  readonly #open = new Map<number, PromiseWithResolvers<unknown> & { thread: Worker }>();
  #thread: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #last = 0;
  readonly #data: unknown;

  /** @param data what modules find as `workerData` in the thread. */
  constructor(data?: unknown) {
    this.#data = data;
  }

  /**
   * Calls an exported function there. Arguments and result are copied.
   *
   * @throws an error with the message and the code of what the function threw; because an argument cannot be copied, or the thread ended.
   */
  run<F extends Work>(module: URL, name: string, ...args: Parameters<F>): Promise<Awaited<ReturnType<F>>> {
    this.#thread ??= this.#start();
    const thread = this.#thread;
    if (this.#open.size === 0) this.#watch();
    this.#last += 1;
    try {
      thread.postMessage({ id: this.#last, module: module.href, name, args } satisfies Question);
    } catch (error) {
      // What can not be copied was not asked.
      if (this.#open.size === 0) thread.unref();
      return Promise.reject(error);
    }
    thread.ref();
    const answer = Promise.withResolvers<unknown>();
    this.#open.set(this.#last, { ...answer, thread });
    return answer.promise as Promise<Awaited<ReturnType<F>>>;
  }

  /** Ends the thread. Calls that run fail. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }

  #start(): Worker {
    const thread = new Worker(THREAD, { workerData: this.#data });
    const lose = (error: Error) => {
      if (this.#thread === thread) this.#thread = undefined;
      for (const [id, asked] of this.#open) {
        // A thread that ended while idle takes no question of the next one with it.
        if (asked.thread !== thread) continue;
        this.#open.delete(id);
        asked.reject(error);
      }
    };
    thread.on('message', (reply: Reply) => this.#hear(reply));
    thread.on('error', lose);
    thread.on('exit', () => lose(new Error('the thread ended')));
    return thread;
  }

  #hear(reply: Reply): void {
    const answer = this.#open.get(reply.id);
    this.#open.delete(reply.id);
    if ('error' in reply) answer?.reject(Object.assign(new Error(reply.error.message), { code: reply.error.code }));
    else answer?.resolve(reply.result);
    this.#watch();
    if (this.#open.size === 0) this.#thread?.unref();
  }

  #watch(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.close(), MINUTE_MS).unref();
  }
}
