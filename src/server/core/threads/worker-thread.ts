import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';

/** A call to the thread: a function that a module exports, and its arguments. */
export interface Question {
  id: number;
  module: string;
  name: string;
  args: readonly unknown[];
}

/** The answer to a call. */
export type Reply = { id: number; result: unknown } | { id: number; error: { message: string; code?: unknown } };

type Work = (...args: never[]) => unknown;

/** A call without an answer yet, and its time limit. */
interface Open extends PromiseWithResolvers<unknown> {
  question: Question;
  maxMs: number;
}

/** A call exceeded its time limit, and its thread was ended. */
export class TookTooLong extends Error {
  override name = 'TookTooLong';
}

const THREAD = new URL('./thread-entry.ts', import.meta.url);

/**
 * Runs functions of modules in a worker thread, so that they do not block the event loop. The thread starts with the
 * first call and ends a minute after its last answer, which frees its memory.
 *
 * It runs one call after the other. A call that exceeds its time or ends the thread fails, and the calls behind it run
 * again in a new thread. So a function may run twice: it must only read or compute.
 */
export class WorkerThread {
  /** In the order of the calls: the thread works on the first. */
  readonly #open = new Map<number, Open>();
  #thread: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #last = 0;
  readonly #data: unknown;

  /** @param data what modules find as `workerData` in the thread. */
  constructor(data?: unknown) {
    this.#data = data;
  }

  /**
   * Calls an exported function there, for a minute at most. Arguments and result are copied.
   *
   * @throws an error with the message and the code of what the function threw; TookTooLong; because an argument cannot be copied, or the thread ended.
   */
  run<F extends Work>(module: URL, name: string, ...args: Parameters<F>): Promise<Awaited<ReturnType<F>>> {
    return this.runWithin<F>(MINUTE_MS, module, name, ...args);
  }

  /**
   * Calls an exported function as `run` does.
   *
   * @param maxMs how long the function may take, without the time in which it waits for others
   */
  runWithin<F extends Work>(
    maxMs: number,
    module: URL,
    name: string,
    ...args: Parameters<F>
  ): Promise<Awaited<ReturnType<F>>> {
    this.#last += 1;
    const question: Question = { id: this.#last, module: module.href, name, args };
    this.#thread ??= this.#start();
    try {
      this.#thread.postMessage(question);
    } catch (error) {
      // Arguments that cannot be copied throw here, before the call is queued.
      if (this.#open.size === 0) this.#watch();
      return Promise.reject(error);
    }
    const answer = Promise.withResolvers<unknown>();
    this.#open.set(question.id, { ...answer, question, maxMs });
    if (this.#open.size === 1) this.#watch();
    return answer.promise as Promise<Awaited<ReturnType<F>>>;
  }

  /** Ends the thread. Calls that run fail. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    const thread = this.#thread;
    this.#thread = undefined;
    this.#fail([...this.#open.keys()], new Error('the thread ended'));
    await thread?.terminate();
  }

  #start(): Worker {
    const thread = new Worker(THREAD, { workerData: this.#data });
    // Events of an old thread, which was ended or replaced, must not fail calls of the new one.
    const lose = (error: Error) => {
      if (this.#thread === thread) this.#replace(error);
    };
    thread.on('message', (reply: Reply) => this.#hear(thread, reply));
    thread.on('error', lose);
    thread.on('exit', () => lose(new Error('the thread ended')));
    return thread;
  }

  #hear(thread: Worker, reply: Reply): void {
    if (this.#thread !== thread) return;
    const answer = this.#open.get(reply.id);
    this.#open.delete(reply.id);
    if ('error' in reply) answer?.reject(Object.assign(new Error(reply.error.message), { code: reply.error.code }));
    else answer?.resolve(reply.result);
    this.#watch();
  }

  /** Fails the first call, ends its thread, and sends the other calls again. */
  #replace(error: Error): void {
    void this.#thread?.terminate();
    this.#thread = undefined;
    const [running] = this.#open.keys();
    if (running !== undefined) this.#fail([running], error);
    if (this.#open.size > 0) {
      this.#thread = this.#start();
      for (const { question } of this.#open.values()) this.#thread.postMessage(question);
    }
    this.#watch();
  }

  #fail(ids: readonly number[], error: Error): void {
    for (const id of ids) {
      this.#open.get(id)?.reject(error);
      this.#open.delete(id);
    }
  }

  /** Starts the time limit of the current call, or of the idle thread. An idle thread keeps no process alive. */
  #watch(): void {
    clearTimeout(this.#timer);
    const [running] = this.#open.values();
    if (!running) {
      this.#thread?.unref();
      this.#timer = setTimeout(() => void this.close(), MINUTE_MS).unref();
      return;
    }
    this.#thread?.ref();
    const { id, name } = running.question;
    const end = () => {
      if (this.#open.has(id)) this.#replace(new TookTooLong(`${name} took longer than ${running.maxMs} ms`));
    };
    // After a long event-loop turn the answer may already be queued: it is processed first.
    this.#timer = setTimeout(() => setImmediate(end), running.maxMs).unref();
  }
}
