import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import type { Broadcast, Counts } from '#lib/contract/broadcasts.schema.ts';
import { getBroadcastLog } from '#lib/contract/broadcasts.ts';

const SHORTEST_MS = 3_000;
const MAX_MS = 15_000;
const SLOWER = 1.25;

export interface Progress {
  status: Broadcast['status'];
  counts: Counts;
}

/** The progress of the messages that this page watches, by id. */
export const $progress = atom<Readonly<Record<number, Progress>>>({});

/**
 * Polls every 3 s, less often as time passes, until the message is done; not while the page is hidden.
 *
 * @returns a function that stops polling
 */
export function watchBroadcast(id: number): () => void {
  let pause = SHORTEST_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  async function look(): Promise<void> {
    if (document.hidden) return;
    const before = JSON.stringify($progress.get()[id]);
    const log = await api(getBroadcastLog, { params: { id }, query: { limit: 1 } }).catch(() => null);
    if (isOver) return;
    if (log) {
      const progress = { status: log.sending.status, counts: log.counts };
      $progress.set({ ...$progress.get(), [id]: progress });
      if (progress.status !== 'enviando') return stop();
      // While something changes, it polls at the shortest interval.
      if (JSON.stringify(progress) !== before) pause = SHORTEST_MS;
    }
    pause = Math.min(pause * SLOWER, MAX_MS);
    timer = setTimeout(() => void look(), pause);
  }
  function wake(): void {
    if (document.hidden || isOver) return;
    clearTimeout(timer);
    pause = SHORTEST_MS;
    void look();
  }
  function stop(): void {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', wake);
  }
  document.addEventListener('visibilitychange', wake);
  timer = setTimeout(() => void look(), pause);
  return stop;
}
