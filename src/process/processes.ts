import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 30_000;
/** A process that lived this long did not fail at its start. */
const STABLE_MS = MINUTE_MS;
/** How long a process may take to end beyond its own time limit. */
const GRACE_MS = 1_000;

export interface ProcessesOptions {
  count: number;
  log: Logger;
  /** The time limit of a stop of each process. */
  timeoutMs: number;
}

/**
 * Runs this program `count` times on one port, and serves nothing itself. The first process starts alone: it migrates the
 * database, and if it cannot start, all end. A process that ends later is restarted, after a pause that grows with
 * repeated failures. A stop signal is passed to all, and this process ends after the last one.
 */
export function runProcesses({ count, log, timeoutMs }: ProcessesOptions): void {
  const running = new Set<Worker>();
  const serving = new Set<Worker>();
  let isOpen = false;
  let isStopping = false;
  let exitCode = 0;

  const start = (deaths = 0) => {
    const child = cluster.fork();
    const startedAt = performance.now();
    const { pid } = child.process;
    running.add(child);
    child.once('listening', () => {
      serving.add(child);
      log.info({ child: pid }, 'a process serves');
      if (!isOpen) for (let each = 1; each < count; each += 1) start();
      isOpen = true;
    });
    child.once('exit', (code, signal) => {
      running.delete(child);
      serving.delete(child);
      if (!isOpen || isStopping) {
        exitCode ||= code ?? (signal === 'SIGTERM' ? 0 : 1);
        if (running.size === 0) process.exit(exitCode);
        return;
      }
      const deathsInARow = performance.now() - startedAt < STABLE_MS ? deaths + 1 : 1;
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (deathsInARow - 1), MAX_PAUSE_MS);
      log.error({ child: pid, code, signal, pauseMs }, 'a process ended and starts again');
      setTimeout(() => {
        if (!isStopping) start(deathsInARow);
      }, pauseMs);
    });
  };
  const stop = (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping all processes');
    if (running.size === 0) process.exit(0);
    for (const child of running) child.process.kill('SIGTERM');
    setTimeout(() => {
      for (const child of running) child.process.kill('SIGKILL');
    }, timeoutMs + GRACE_MS).unref();
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  // Each process accepts connections itself. If they were handed out from here, a connection being passed to a process
  // that dies would stay open and unanswered.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  passQuestions(serving);
  start();
}

/** Whether this is the first process on its port. It alone logs what should be logged once. */
export const isFirstProcess = () => !cluster.isWorker || cluster.worker?.id === 1;

/** Without this callback, a message to a process that has just ended would end this process. */
const ignore = () => undefined;

interface Message {
  /** The number of the request within the requesting process. */
  round: number;
  /** The id of the requesting process, in the requests to others and their answers. */
  asker?: number;
  answer?: unknown;
  answers?: unknown[];
}

/**
 * Passes a request of one process to all serving processes, and their answers back. A process that ends meanwhile is left
 * out.
 */
function passQuestions(serving: ReadonlySet<Worker>): void {
  const rounds = new Map<string, { waiting: Set<Worker>; answers: unknown[] }>();
  const takeAnswers = (key: string, from: Worker, answers: unknown[]) => {
    const round = rounds.get(key);
    if (!round?.waiting.delete(from)) return;
    round.answers.push(...answers);
    if (round.waiting.size > 0) return;
    rounds.delete(key);
    const [asker, number] = key.split(' ').map(Number);
    cluster.workers?.[asker ?? 0]?.send({ round: number, answers: round.answers }, ignore);
  };
  cluster.on('exit', (child) => {
    for (const key of rounds.keys()) takeAnswers(key, child, []);
  });
  cluster.on('message', (child, { round, asker, answer }: Message) => {
    if (asker !== undefined) return takeAnswers(`${asker} ${round}`, child, [answer]);
    rounds.set(`${child.id} ${round}`, { waiting: new Set(serving), answers: [] });
    for (const each of serving) each.send({ round, asker: child.id }, ignore);
  });
}

/**
 * Asks every process on this port, this one included. A single process asks only itself.
 *
 * @param answer what this process answers: plain data
 * @returns a function that resolves to all answers, in no order
 */
export function amongProcesses<T>(answer: () => Promise<T>): () => Promise<T[]> {
  if (!cluster.isWorker) return async () => [await answer()];
  const waiting = new Map<number, (answers: T[]) => void>();
  let last = 0;
  process.on('message', async ({ round, asker, answers }: Message) => {
    if (asker !== undefined) return process.send?.({ round, asker, answer: await answer() });
    waiting.get(round)?.(answers as T[]);
    waiting.delete(round);
  });
  return () =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      process.send?.({ round: last });
    });
}
