import { on } from 'node:events';
import { parentPort } from 'node:worker_threads';
import type { Question, Reply } from './worker-thread.ts';

async function answer({ id, module, name, args }: Question): Promise<Reply> {
  try {
    const functions = (await import(module)) as Record<string, (...args: readonly unknown[]) => unknown>;
    return { id, result: await functions[name]?.(...args) };
  } catch (error) {
    const { message, code } = error as Error & { code?: unknown };
    return { id, error: { message, code } };
  }
}

// The counterpart of `WorkerThread`: answers calls in the order of their arrival.
if (parentPort) {
  for await (const [question] of on(parentPort, 'message')) parentPort.postMessage(await answer(question as Question));
}
