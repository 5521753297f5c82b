const KEY = 'portal_chunk_reload';
const PAUSE_MS = 60_000;

/**
 * Whether an address may be loaded afresh after a piece of it failed to load: once per address and minute, so that a
 * broken deploy or a lost network cannot loop (GUARD-18). Notes the reload when it may.
 *
 * @param now milliseconds since 1970.
 */
export function mayReload(storage: Pick<Storage, 'getItem' | 'setItem'>, address: string, now: number): boolean {
  const [last = '', at = '0'] = (storage.getItem(KEY) ?? '').split('\n');
  if (last === address && now - Number(at) < PAUSE_MS) return false;
  storage.setItem(KEY, `${address}\n${now}`);
  return true;
}

/** The many ways in which browsers say that a module did not load. */
export const isChunkFailure = (message: string) =>
  /dynamically imported module|module script failed|error loading dynamically|Unable to preload|ChunkLoadError|Loading (CSS )?chunk/i.test(
    message,
  );
