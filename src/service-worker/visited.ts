import { isVisitedCache, loadNamedFiles, namesFiles, visitedCacheName } from '#lib/rules/device/unit-cache.ts';

/**
 * Pages that students and families read daily. Pages of payments are excluded: their amounts and codes must be current.
 */
const DAILY =
  /^\/(?:dashboard|pedagogico\/(?:list|notas\/\d+|minha-pratica\/\d+(?:\/sessao)?)|aula-online\/(?:list|details\/\d+)|avisos(?:\/mensagens\/\d+)?|campanhas(?:\/\d+)?|atendimento|me\/familia)$/;
/** Parts of an address that belong to one action: its result, or a form in progress. */
const OF_ONE_ACT = ['feito', 'justificar', 'repor', 'tour'];
/** The home's link to the words of today. */
const REVIEW = /href="(\/pedagogico\/minha-pratica\/\d+\/sessao\?[^"]*tipo=revisao[^"]*)"/;

/** Build files and drawings. A sound is stored only with a downloaded unit. */
const DRAWN = /^\/(?:_astro|brand)\//;
const HOME = '/dashboard';
const STORED_AT = 'x-stored-at';
/** The header of a page that the reader opened; without it the page was prefetched by the home. */
const BEGUN = 'x-begun';
const MAX_PAGES = 40;
const MAX_FILES = 300;
const MAX_AGE_MS = 7 * 24 * 3_600_000;
/** How old the stored words of today may be before the home fetches them again. */
const REVIEW_AGE_MS = 3 * 3_600_000;

/** Whether the last state of this address is stored. A test is not: a call brings its questions. */
export function isDaily(address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  return (
    DAILY.test(pathname) && searchParams.get('tipo') !== 'teste' && !OF_ONE_ACT.some((name) => searchParams.has(name))
  );
}

/** Finds the tag with that beginning. @returns its first index and its last index + 1; null if there is none */
function tagIn(html: string, beginning: string): { start: number; end: number } | null {
  const start = html.indexOf(beginning);
  return start < 0 ? null : { start, end: html.indexOf('>', start) + 1 };
}

/** The id of a page's reader. @returns undefined for a visitor's page, and for the answer to a form */
export function readerOf(html: string): string | undefined {
  const place = tagIn(html, '<body');
  const body = place ? html.slice(place.start, place.end) : '';
  return body.includes(' data-posted') ? undefined : /\sdata-user-id="(\d+)"/.exec(body)?.[1];
}

/**
 * Keeps a page as its reader has just seen it. With the home it keeps the words of today, so that a student may begin them
 * without a network.
 */
export async function storeVisited(address: string, answer: Response, now = Date.now()): Promise<void> {
  if (answer.status !== 200 || answer.redirected || !isDaily(address)) return;
  const html = await answer.text();
  const reader = readerOf(html);
  if (reader === undefined) return;
  const cache = await caches.open(visitedCacheName(reader));
  await put(cache, address, html, answer.headers, { now, begun: true });
  if (new URL(address).pathname === HOME) await storeReview(cache, html, { home: address, reader, now });
}

interface HomeVisit {
  home: string;
  reader: string;
  now: number;
}

/**
 * Stores the words that the home leads to. If the stored practice session was begun since, some or all of its words are
 * already answered.
 */
async function storeReview(cache: Cache, html: string, { home, reader, now }: HomeVisit): Promise<void> {
  const [, link] = REVIEW.exec(html) ?? [];
  const address = link && new URL(link.replaceAll('&#38;', '&').replaceAll('&amp;', '&'), home).href;
  for (const { url } of await cache.keys()) {
    const isBegun = url !== address || (await cache.match(url))?.headers.has(BEGUN);
    if (url.includes('tipo=revisao') && isBegun) await cache.delete(url);
  }
  if (!address || savesData() || now - storedAt(await cache.match(address)) < REVIEW_AGE_MS) return;
  const answer = await fetch(address, { credentials: 'same-origin' });
  if (!answer.ok || answer.redirected) return;
  const words = await answer.text();
  if (readerOf(words) === reader) await put(cache, address, words, answer.headers, { now });
}

const savesData = () => (self.navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

async function put(
  cache: Cache,
  address: string,
  html: string,
  of: Headers,
  { now, begun = false }: { now: number; begun?: boolean },
): Promise<void> {
  const headers = new Headers(of);
  // The text is no longer compressed.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  headers.set(STORED_AT, String(now));
  if (begun) headers.set(BEGUN, '1');
  await storeFiles(cache, html);
  // A rewritten page becomes the newest entry.
  await cache.delete(address);
  await cache.put(address, new Response(html, { headers }));
  await trim(cache, now);
}

/** Deletes pages that are too old or too many, the oldest first, and files when they exceed those of a release. */
async function trim(cache: Cache, now: number): Promise<void> {
  const requests = await cache.keys();
  const pages = requests.filter(({ url }) => isDaily(url));
  const ages = await Promise.all(pages.map(async (page) => now - storedAt(await cache.match(page))));
  const files = requests.filter(({ url }) => !isDaily(url));
  const old = pages.filter((_, place) => place < pages.length - MAX_PAGES || (ages[place] ?? 0) >= MAX_AGE_MS);
  await Promise.all(
    [...old, ...files.slice(0, Math.max(0, files.length - MAX_FILES))].map((each) => cache.delete(each)),
  );
}

/** Stores the files that a page, its scripts and its styles name, unless a cache has them. */
const storeFiles = (cache: Cache, html: string): Promise<void> =>
  loadNamedFiles(html, async (path) => {
    if (!DRAWN.test(path) || (await caches.match(path, { ignoreVary: true }))) return undefined;
    const answer = await fetch(path, { credentials: 'same-origin' }).catch(() => undefined);
    // A name that only looks like a file is not stored.
    if (!answer?.ok || answer.redirected) return undefined;
    const text = namesFiles(path) ? await answer.clone().text() : undefined;
    await cache.put(path, answer);
    return text;
  });

/** The last state of a page with its hour. @returns undefined if none is stored, or if it is too old */
export async function lastState(address: string, now = Date.now()): Promise<Response | undefined> {
  for (const name of (await caches.keys()).filter(isVisitedCache)) {
    const cache = await caches.open(name);
    await trim(cache, now);
    const answer = await cache.match(address, { ignoreVary: true });
    if (answer) return new Response(withHour(await answer.text(), storedAt(answer), now), { headers: answer.headers });
  }
  return undefined;
}

const storedAt = (answer: Response | undefined): number => Number(answer?.headers.get(STORED_AT) ?? 0);

/** Adds its hour to a page above its content, and removes the message of an earlier action. */
export function withHour(html: string, at: number, now: number): string {
  const said = `<div class="notice tone-warning mb-4" role="status"><div class="min-w-0"><p class="font-bold">Sem internet</p><div class="text-base-content">Esta página está como ${hourOf(at, now)}. <a class="link" href="">Atualizar</a></div></div></div>`;
  let page = html.replace('<html', `<html data-stored-at="${at}"`);
  const body = tagIn(page, '<body');
  if (body) {
    const tag = page.slice(body.start, body.end).replace(/\sdata-(?:flash|tour)="[^"]*"/g, '');
    page = page.slice(0, body.start) + tag + page.slice(body.end);
  }
  // A practice session fills the screen and says itself that there is no network.
  const main = tagIn(page, '<main id="conteudo" class="page"');
  return main ? page.slice(0, main.end) + said + page.slice(main.end) : page;
}

/** `hoje às 07:40`, or `em 27/11 às 07:40`, by the device's clock. */
function hourOf(at: number, now: number): string {
  const time = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  const isToday = time.toDateString() === new Date(now).toDateString();
  return isToday ? `hoje às ${clock}` : `em ${two(time.getDate())}/${two(time.getMonth() + 1)} às ${clock}`;
}

/** Deletes the visited pages when a login is required: the next reader may be another person. */
export async function dropVisited(): Promise<void> {
  const names = (await caches.keys()).filter(isVisitedCache);
  await Promise.all(names.map((name) => caches.delete(name)));
}
