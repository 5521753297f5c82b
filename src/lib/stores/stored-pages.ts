import {
  loadNamedFiles,
  namesFiles,
  STORED_UNIT_PATH,
  type StoredUnit,
  unitCacheName,
} from '#lib/rules/device/unit-cache.ts';

/** @throws if the answer is not the requested file, such as the page of a captive network. */
export async function keep(
  cache: Cache,
  url: string,
  { signal, sha256 }: { signal?: AbortSignal; sha256?: string } = {},
): Promise<void> {
  const answer = await fetch(url, { signal, credentials: 'same-origin' });
  if (!answer.ok || answer.redirected) throw new Error(`${url} answered ${answer.status}.`);
  if (sha256) {
    const digest = await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer());
    const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    if (hex !== sha256) throw new Error(`${url} is another file.`);
  }
  await cache.put(url, answer);
}

/** Stores pages with all their files: scripts name further scripts, styles name fonts. */
export async function keepPages(
  cache: Cache,
  pages: readonly string[],
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const seen = new Set<string>();
  const load = async (path: string) => {
    const answer = await fetch(path, { signal, credentials: 'same-origin' });
    // A name that only looks like a file is not stored.
    if (!answer.ok) return undefined;
    const text = namesFiles(path) ? await answer.clone().text() : undefined;
    await cache.put(path, answer);
    return text;
  };
  for (const page of pages) {
    await keep(cache, page, { signal });
    await loadNamedFiles((await (await cache.match(page))?.text()) ?? '', load, seen);
  }
}

/** Whether this browser can show a page without a connection. */
const canKeep = () => 'caches' in window && Boolean(navigator.serviceWorker);

/**
 * Stores one page of the portal and its data on this device, so that it opens without a connection until logout.
 *
 * @param name of it among the user’s stored pages
 * @param more addresses of the API
 * @returns whether it is on this device
 */
export async function keepPage(
  name: string,
  { titulo, path }: Omit<StoredUnit, 'versao'>,
  more: readonly string[] = [],
): Promise<boolean> {
  if (!canKeep()) return false;
  const cacheName = unitCacheName(document.body.dataset.userId ?? '', name);
  try {
    const cache = await caches.open(cacheName);
    for (const url of more) await keep(cache, url);
    await keepPages(cache, [path]);
    await cache.put(STORED_UNIT_PATH, Response.json({ versao: '', titulo, path } satisfies StoredUnit));
    return true;
  } catch {
    // An earlier stored page is still usable.
    return (await caches.match(STORED_UNIT_PATH, { cacheName })) !== undefined;
  }
}

/** Removes a page from this device. */
export const dropPage = async (name: string): Promise<void> => {
  if ('caches' in window) await caches.delete(unitCacheName(document.body.dataset.userId ?? '', name));
};
