import { createPartialResponse } from 'workbox-range-requests';
import { isPersonalCache, isUnitCache } from '#lib/rules/device/unit-cache.ts';
import { assetsOf, mayKeep } from './decide.ts';
import { dropVisited, isDaily, lastState, storeVisited } from './visited.ts';

const OFFLINE_PATH = '/offline';
/** Survives logout: it was fetched without cookies, so it holds no personal data. */
const OFFLINE_CACHE = 'portal-offline';
const ASSET_CACHE = 'portal-assets';
const MAX_ASSETS = 120;

/** Fetches the offline page with its style sheets. The server draws it in the brand of this host. */
export async function keepOfflinePage(): Promise<void> {
  const page = await fetch(OFFLINE_PATH, { credentials: 'omit', cache: 'no-store', redirect: 'error' });
  if (!page.ok) throw new Error(`The offline page answered ${page.status}.`);
  const assets = assetsOf(await page.clone().text());
  const cache = await caches.open(OFFLINE_CACHE);
  await Promise.all([cache.put(OFFLINE_PATH, page), cache.addAll(assets)]);
  const precached = new Set([OFFLINE_PATH, ...assets]);
  for (const request of await cache.keys()) {
    if (!precached.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}

const LOGIN = '/login/';

/**
 * A page always comes from the network, so that nobody sees another user’s page. Offline, it is its last state on this
 * device, else the page of a unit that its reader downloaded here, else the offline page.
 *
 * @param event stays alive until the last state is stored
 */
export async function page(
  request: Request,
  {
    preloadResponse,
    waitUntil,
  }: { preloadResponse?: Promise<Response | undefined>; waitUntil(work: Promise<unknown>): void },
): Promise<Response> {
  try {
    const answer = (await preloadResponse) ?? (await fetch(request));
    if (answer.ok && new URL(request.url).pathname.startsWith(LOGIN)) waitUntil(dropVisited());
    else if (isDaily(request.url)) waitUntil(storeVisited(request.url, answer.clone()).catch(() => undefined));
    return answer;
  } catch {
    return (
      (await lastState(request.url)) ??
      (await stored(request, isUnitCache)) ??
      (await caches.match(OFFLINE_PATH, { ignoreVary: true })) ??
      Response.error()
    );
  }
}

/** A sound of a unit on this device, whole or as the requested range; else from the network. */
export async function sound(request: Request): Promise<Response> {
  const whole = await stored(request);
  if (!whole) return fetch(request);
  return request.headers.has('range') ? createPartialResponse(request, whole) : whole;
}

/** The questions of a test, or a picture: fresh, or offline the copy on this device. */
export async function fresh(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await stored(request)) ?? Response.error();
  }
}

/** Copies of this reader only: a login clears those of other users (`islands/shell/offline-study.ts`). */
async function stored(request: Request, of = isPersonalCache): Promise<Response | undefined> {
  for (const name of (await caches.keys()).filter(of)) {
    const answer = await (await caches.open(name)).match(request.url, { ignoreVary: true });
    if (answer) return answer;
  }
  return undefined;
}

/** A file named by its digest: from any cache that has it, else from the network, and then stored. */
export async function asset(request: Request): Promise<Response> {
  const known = await caches.match(request, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  if (mayKeep(answer)) void keep(request, answer.clone()).catch(() => undefined);
  return answer;
}

/** Old releases leave files behind. The oldest are deleted first. */
async function keep(request: Request, answer: Response): Promise<void> {
  const cache = await caches.open(ASSET_CACHE);
  await cache.put(request, answer);
  const files = await cache.keys();
  await Promise.all(files.slice(0, Math.max(0, files.length - MAX_ASSETS)).map((old) => cache.delete(old)));
}

/** At logout: deletes everything that was fetched during a session. */
export async function clearCaches(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name === ASSET_CACHE || isPersonalCache(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}
