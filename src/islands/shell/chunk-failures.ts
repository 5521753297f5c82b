import { isChunkFailure, mayReload, reloadBox } from '#lib/rules/device/chunk-reload.ts';

/** A page that was left and is still here, because its address was a download: after that pieces may be missing again. */
const LEAVING_MS = 10_000;
let leftAt = Number.NEGATIVE_INFINITY;

/** Loads the page afresh when a piece of it is gone, for instance after a deploy (GUARD-18, ERR-15). */
export function watchChunkFailures(): void {
  // Firefox breaks off what a page still loads as soon as somebody leaves it. A reload then would keep him on this page.
  addEventListener('beforeunload', () => {
    leftAt = performance.now();
  });
  addEventListener('vite:preloadError', reloadOnce);
  addEventListener('unhandledrejection', ({ reason }) => reloadIfChunk(reason));
  document.addEventListener('astro:hydration-error', (event) => reloadIfChunk((event as CustomEvent).detail?.error));
}

function reloadIfChunk(error: unknown): void {
  if (isChunkFailure(String((error as Error | undefined)?.message ?? error))) reloadOnce();
}

function reloadOnce(): void {
  if (performance.now() - leftAt < LEAVING_MS) return;
  // Without network a reload would only lose what is on the screen.
  if (navigator.onLine && mayReload(reloadBox(), location.href, Date.now())) location.reload();
}
