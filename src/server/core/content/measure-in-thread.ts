import type { WorkerThread } from '../threads/worker-thread.ts';
import type { Measure } from './check-own-books.ts';
import type { measureSound } from './measure-sound.ts';

/** Measures sounds in a thread: decoding a book takes seconds. One call for each file, because a call may take a minute. */
export const measureInThread =
  (papers: WorkerThread): Measure =>
  (file) =>
    papers.run<typeof measureSound>(new URL('./measure-sound.ts', import.meta.url), 'measureSound', file);
