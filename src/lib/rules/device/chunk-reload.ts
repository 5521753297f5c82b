import { type Box, isObject, jsonBox } from './device-box.ts';

/** When each address was reloaded. */
type Reloads = Record<string, number>;

export const reloadBox = () => jsonBox<Reloads>('session', 'portal_chunk_reload', isObject);
const PAUSE_MS = 60_000;

/**
 * Whether an address may be loaded afresh after a piece of it failed to load: once per address and minute, so that a
 * broken deploy or a lost network cannot loop (GUARD-18). Notes the reload when it may; where it cannot be noted it may not.
 *
 * @param now milliseconds since 1970.
 */
export function mayReload(box: Box<Reloads>, address: string, now: number): boolean {
  const reloads = recent(box.read() ?? {}, now);
  if (Object.hasOwn(reloads, address)) return false;
  return box.keep({ ...reloads, [address]: now });
}

/** Addresses that were reloaded within the last minute. */
const recent = (reloads: Reloads, now: number): Reloads =>
  Object.fromEntries(Object.entries(reloads).filter(([, at]) => now - Number(at) < PAUSE_MS));

/** The many ways in which browsers say that a module did not load. */
export const isChunkFailure = (message: string) =>
  /dynamically imported module|module script failed|error loading dynamically|Unable to preload|ChunkLoadError|Loading (CSS )?chunk/i.test(
    message,
  );
