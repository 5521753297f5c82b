import { isChunkFailure, mayReload, reloadBox } from '#lib/chunk-reload.ts';

/** Loads the page afresh when a piece of it is gone, for instance after a deploy (GUARD-18, ERR-15). */
export function watchChunkFailures(): void {
  addEventListener('vite:preloadError', reloadOnce);
  addEventListener('unhandledrejection', ({ reason }) => reloadIfChunk(reason));
  document.addEventListener('astro:hydration-error', (event) => reloadIfChunk((event as CustomEvent).detail?.error));
}

function reloadIfChunk(error: unknown): void {
  if (isChunkFailure(String((error as Error | undefined)?.message ?? error))) reloadOnce();
}

function reloadOnce(): void {
  // Without network a reload would only lose what is on the screen.
  if (navigator.onLine && mayReload(reloadBox(), location.href, Date.now())) location.reload();
}
