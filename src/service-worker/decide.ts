/**
 * What the worker does with a request: fetch a page from the network, serve a build file from the cache, serve a unit’s
 * sound from its copy, prefer the network for fresh data, or nothing.
 */
export type RequestKind = 'page' | 'asset' | 'sound' | 'fresh' | 'other';

const ASSETS = '/_astro/';
/** Sounds of the franchise's books and of a school's own. */
const SOUNDS = /^\/audio\/livros\/|^\/api\/v1\/portal\/livros\/arquivos\//;
const TESTS = '/api/v1/do/practice.getPracticeTest/';
/** Drawings of books and teachers. */
const PICTURES = /^\/brand\/.*\.(?:svg|png)$/;

/**
 * Only files with a digest in their name may be stored. Anything else may be personal (PWA-02). A link’s download counts
 * as a page too: if the worker does not answer it, the browser requests it twice.
 */
export function kindOf(request: { method: string; mode: string; url: string }, origin: string): RequestKind {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return 'other';
  if (request.mode === 'navigate') return 'page';
  if (url.pathname === TESTS) return 'fresh';
  if (url.search !== '') return 'other';
  if (SOUNDS.test(url.pathname)) return 'sound';
  if (PICTURES.test(url.pathname)) return 'fresh';
  return url.pathname.startsWith(ASSETS) ? 'asset' : 'other';
}

/** Whether an answer may be stored: whole, ours, and marked by the process as never changing. */
export function mayKeep({
  status,
  type,
  redirected,
  headers,
}: Pick<Response, 'status' | 'type' | 'redirected' | 'headers'>): boolean {
  return status === 200 && type === 'basic' && !redirected && /\bimmutable\b/.test(headers.get('cache-control') ?? '');
}

/** The files that a page needs for its looks: style sheets, fonts, icons. @returns own paths, each once. */
export function assetsOf(html: string): string[] {
  const paths = [...html.matchAll(/\s(?:href|src)="(\/(?:_astro|brand)\/[^"?#]+)"/g)].map(([, path]) => path as string);
  return [...new Set(paths)];
}
