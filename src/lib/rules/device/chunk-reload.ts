import { type Box, isObject, jsonBox } from './device-box.ts';

/** The last reload of each address. */
type Reloads = Record<string, number>;

export const reloadBox = () => jsonBox<Reloads>('session', 'portal_chunk_reload', isObject);
const PAUSE_MS = 60_000;

/**
 * Whether the page may reload an address after a chunk failed to load: once per address and minute, so that a broken
 * deploy or a lost network causes no loop (GUARD-18). It stores the reload; if it cannot, it returns false.
 *
 * @param now milliseconds since 1970
 */
export function mayReload(box: Box<Reloads>, address: string, now: number): boolean {
  const reloads = recent(box.read() ?? {}, now);
  if (Object.hasOwn(reloads, address)) return false;
  return box.keep({ ...reloads, [address]: now });
}

/** Addresses reloaded within the last minute. */
const recent = (reloads: Reloads, now: number): Reloads =>
  Object.fromEntries(Object.entries(reloads).filter(([, at]) => now - Number(at) < PAUSE_MS));

/** The different ways in which browsers say that a module did not load. */
export const isChunkFailure = (message: string) =>
  /dynamically imported module|module script failed|error loading dynamically|Unable to preload|ChunkLoadError|Loading (CSS )?chunk/i.test(
    message,
  );
