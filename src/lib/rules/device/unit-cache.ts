/**
 * Prefix of the caches of units for offline use. The name contains the user’s id, so that users do not see each other’s
 * units.
 */
const PREFIX = 'portal-unidade:';

/** @param unitId of the unit, or the name of another page that is stored in the same way. */
export const unitCacheName = (userId: number | string, unitId: number | string) => `${PREFIX}${userId}:${unitId}`;

export const isUnitCache = (name: string): boolean => name.startsWith(PREFIX);

const isUnitCacheOf = (name: string, userId: number | string): boolean => name.startsWith(`${PREFIX}${userId}:`);

/** Prefix of the worker’s caches of pages that this user visited. */
const VISITED = 'portal-vistas:';
export const visitedCacheName = (userId: number | string) => `${VISITED}${userId}`;
export const isVisitedCache = (name: string): boolean => name.startsWith(VISITED);

/** Whether a cache holds personal pages, which a logout or another user’s login deletes. */
export const isPersonalCache = (name: string): boolean => isUnitCache(name) || isVisitedCache(name);
export const isPersonalCacheOf = (name: string, userId: number | string): boolean =>
  isUnitCacheOf(name, userId) || name === visitedCacheName(userId);

/** The storage key of answers that wait for a connection. */
export const waitingKey = (userId: number | string) => `pratica-pendente:${userId}`;

/** The storage key of practice with an empty book before its registration. */
export const GUEST_PRACTICE = 'pratica-sem-cadastro';

/** The storage key of ticket scans that wait for a connection. */
export const scansKey = (userId: number | string) => `ingressos-pendentes:${userId}`;

/** The address of a cached unit’s description (`StoredUnit`), which the portal does not serve. */
export const STORED_UNIT_PATH = '/pedagogico/unidade-guardada';

export interface StoredUnit {
  versao: string;
  titulo: string;
  /** Path of its first page. */
  path: string;
}

/** The build puts a digest of eight letters before the ending. */
const FILE = /(?<![\w.@~-])[\w.@~-]+\.[\w-]{8}\.(?:js|css|woff2)\b/g;
const BRAND = /\/brand\/[\w./-]+|\/api\/v1\/portal\/livros\/arquivos\/[0-9a-f]{36}\//g;
/** A picture of the brand, or a call of the API. */
const DRAWN = /^\/brand\/.*\.(?:svg|png|ico)|^\/api\/.*/;

/**
 * Loads the files that a text names, and those that the loaded scripts and styles name, each once.
 *
 * @param load stores a file; returns its text if that may name others
 * @param seen files that were already loaded for other texts
 */
export async function loadNamedFiles(
  text: string,
  load: (path: string) => Promise<string | undefined>,
  seen = new Set<string>(),
): Promise<void> {
  const next: string[] = [];
  const follow = (named: string) => {
    for (const path of filesNamedIn(named)) {
      if (!seen.has(path)) next.push(path);
      seen.add(path);
    }
  };
  follow(text);
  for (let path = next.shift(); path !== undefined; path = next.shift()) follow((await load(path)) ?? '');
}

/** Only scripts and styles name further files. */
export const namesFiles = (path: string): boolean => /\.(js|css)$/.test(path);

/** Paths of build files that a page, script or style names. @returns each once */
export function filesNamedIn(text: string): string[] {
  const built = [...text.matchAll(FILE)].map(([name]) => `/_astro/${name}`);
  const drawn = [...text.matchAll(BRAND)].flatMap(([path]) => DRAWN.exec(path)?.[0] ?? []);
  return [...new Set([...built, ...drawn])];
}
