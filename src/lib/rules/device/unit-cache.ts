/**
 * Where a unit is kept for use without a connection. The name has the user's id, so that users do not see each other's
 * units.
 */
const PREFIX = 'portal-unidade:';

/** @param unitId of the unit, or the name of another page kept in the same way. */
export const unitCacheName = (userId: number | string, unitId: number | string) => `${PREFIX}${userId}:${unitId}`;

export const isUnitCache = (name: string): boolean => name.startsWith(PREFIX);

const isUnitCacheOf = (name: string, userId: number | string): boolean => name.startsWith(`${PREFIX}${userId}:`);

/** Where the worker keeps the last state of the pages that this user visits. */
const VISITED = 'portal-vistas:';
export const visitedCacheName = (userId: number | string) => `${VISITED}${userId}`;
export const isVisitedCache = (name: string): boolean => name.startsWith(VISITED);

/** Whether a cache holds pages of somebody: it ends with a logout, and with another user's login. */
export const isPersonalCache = (name: string): boolean => isUnitCache(name) || isVisitedCache(name);
export const isPersonalCacheOf = (name: string, userId: number | string): boolean =>
  isUnitCacheOf(name, userId) || name === visitedCacheName(userId);

/** Where the browser keeps answers that wait for a connection. */
export const waitingKey = (userId: number | string) => `pratica-pendente:${userId}`;

/** Where the browser keeps practice of an empty book until its registration. */
export const GUEST_PRACTICE = 'pratica-sem-cadastro';

/** Where the browser keeps scans of tickets that wait for a connection. */
export const scansKey = (userId: number | string) => `ingressos-pendentes:${userId}`;

/** Where a stored unit describes itself (`StoredUnit`): an address that the portal does not serve. */
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
/** A picture of the brand, or an address of the other kind. */
const DRAWN = /^\/brand\/.*\.(?:svg|png|ico)|^\/api\/.*/;

/**
 * Loads the files that a text names, and those that the loaded scripts and styles name, each once.
 *
 * @param load stores a file; returns its text if that may name others
 * @param seen what was loaded before, with other texts
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
