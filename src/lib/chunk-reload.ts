const KEY = 'portal_chunk_reload';
const PAUSE_MS = 60_000;

/**
 * Whether an address may be loaded afresh after a piece of it failed to load: once per address and minute, so that a
 * broken deploy or a lost network cannot loop (GUARD-18). Notes the reload when it may.
 *
 * @param now milliseconds since 1970.
 */
export function mayReload(storage: Pick<Storage, 'getItem' | 'setItem'>, address: string, now: number): boolean {
  const reloads = recent(storage.getItem(KEY), now);
  if (Object.hasOwn(reloads, address)) return false;
  storage.setItem(KEY, JSON.stringify({ ...reloads, [address]: now }));
  return true;
}

/** Addresses that were reloaded within the last minute. What cannot be read counts as none. */
function recent(text: string | null, now: number): Record<string, number> {
  try {
    const noted = Object.entries(JSON.parse(text ?? '{}') as Record<string, unknown>);
    return Object.fromEntries(noted.filter((pair): pair is [string, number] => now - Number(pair[1]) < PAUSE_MS));
  } catch {
    return {};
  }
}

/** The many ways in which browsers say that a module did not load. */
export const isChunkFailure = (message: string) =>
  /dynamically imported module|module script failed|error loading dynamically|Unable to preload|ChunkLoadError|Loading (CSS )?chunk/i.test(
    message,
  );
