import { isChunkFailure, mayReload, reloadBox } from '#lib/rules/device/chunk-reload.ts';
import { isPageLeft } from '#lib/rules/device/leaving.ts';

/** Running works of `tryQuietly`. */
let quiet = 0;

/** Reloads the page when a chunk is missing, for example after a deploy (GUARD-18, ERR-15). */
export function watchChunkFailures(): void {
  addEventListener('vite:preloadError', () => {
    if (quiet === 0) reloadOnce();
  });
  addEventListener('unhandledrejection', ({ reason }) => reloadIfChunk(reason));
  document.addEventListener('astro:hydration-error', (event) => reloadIfChunk((event as CustomEvent).detail?.error));
}

/**
 * Runs background work. If one of its chunks fails to load, the page stays as it is, with the typed values, and the next
 * page retries.
 */
export async function tryQuietly(work: () => Promise<void>): Promise<void> {
  quiet += 1;
  try {
    await work();
  } catch (error) {
    if (!isMissingPiece(error)) throw error;
  } finally {
    quiet -= 1;
  }
}

const isMissingPiece = (error: unknown): boolean =>
  isChunkFailure(String((error as Error | undefined)?.message ?? error));

function reloadIfChunk(error: unknown): void {
  if (isMissingPiece(error)) reloadOnce();
}

function reloadOnce(): void {
  // Firefox cancels the loads of a page as soon as the user leaves it.
  if (isPageLeft()) return;
  // Without a network a reload would only lose the current page.
  if (navigator.onLine && mayReload(reloadBox(), location.href, Date.now())) location.reload();
}
