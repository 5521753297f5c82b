import { isChunkFailure, mayReload, reloadBox } from '#lib/rules/device/chunk-reload.ts';
import { isPageLeft } from '#lib/rules/device/leaving.ts';

/** Works of `tryQuietly` that are on their way. */
let quiet = 0;

/** Reloads the page when a piece of it is missing, for instance after a deploy (GUARD-18, ERR-15). */
export function watchChunkFailures(): void {
  addEventListener('vite:preloadError', () => {
    if (quiet === 0) reloadOnce();
  });
  addEventListener('unhandledrejection', ({ reason }) => reloadIfChunk(reason));
  document.addEventListener('astro:hydration-error', (event) => reloadIfChunk((event as CustomEvent).detail?.error));
}

/**
 * Does work that nobody asked for. If a piece of it does not arrive, the page stays as it is, with what its reader typed,
 * and the next page tries again.
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
  // Firefox stops the loads of a page as soon as the user leaves it.
  if (isPageLeft()) return;
  // Without network a reload would only lose what is on the screen.
  if (navigator.onLine && mayReload(reloadBox(), location.href, Date.now())) location.reload();
}
