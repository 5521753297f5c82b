import type { ApiHeaders } from '#lib/api/request.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface Origin {
  method: string;
  headers: ApiHeaders;
  /** `https://host` of the request itself. */
  origin: string;
  /** A session or ticket cookie would speak for the user. */
  hasCookie: boolean;
  /** A GET that writes, such as a new Pix charge, or a file for staff that notes who took it. */
  writes: boolean;
  /** The call hands out a file, so a link may point at it. */
  isFile: boolean;
}

/**
 * Whether a request may act with cookies: other sites can make a browser send them (CSRF). Requests with their own
 * bearer header do not need this check.
 */
export function isOwnRequest({ method, headers, origin, hasCookie, writes, isFile }: Origin): boolean {
  const changes = !SAFE.has(method) || writes;
  const site = headers.get('sec-fetch-site');
  if (site !== null) {
    // Our own scripts change things. A link of our own pages may lead to a file, also to one whose call writes: it notes
    // who took it. No other link and no plain form changes anything, and nothing that another site leads to.
    if (changes) return site === 'same-origin' && (isFile || headers.get('sec-fetch-mode') !== 'navigate');
    return site === 'same-origin' || site === 'none' || isFile || !hasCookie;
  }
  const sender = headers.get('origin');
  if (sender !== null) return sender === origin;
  if (!hasCookie) return true;
  // Neither header: an old browser's own GET, or a form on another site. A form cannot send our client's clock header.
  if (!changes || headers.has('tmz')) return true;
  // An old browser's link to a file says from which page it comes. Another site cannot name one of ours.
  return isFile && method === 'GET' && (headers.get('referer') ?? '').startsWith(`${origin}/`);
}
