import { threadId } from 'node:worker_threads';

let calls = 0;

/** Returns its thread, and the number of calls there. */
export function placeOf(what: string) {
  calls += 1;
  return { what, thread: threadId, call: calls };
}

export function fail(code: string): never {
  throw Object.assign(new Error('it went wrong'), { code });
}

export function hang(): never {
  for (;;);
}

export function leave(): void {
  process.exit(1);
}
