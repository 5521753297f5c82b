import type { ApiHeaders } from '#lib/api/request.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface Origin {
  method: string;
  headers: ApiHeaders;
  /** `https://host` of the request itself. */
  origin: string;
  /** A session or ticket cookie would speak for the user. */
  hasCookie: boolean;
  /** A GET that writes, such as a new Pix charge, or a staff file whose download is logged. */
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
    // Only our own scripts may write. The exception is a link of our own pages to a file, even if the call logs the
    // download. Other links, plain forms and links from other sites may not write.
    if (changes) return site === 'same-origin' && (isFile || headers.get('sec-fetch-mode') !== 'navigate');
    return site === 'same-origin' || site === 'none' || isFile || !hasCookie;
  }
  const sender = headers.get('origin');
  if (sender !== null) return sender === origin;
  if (!hasCookie) return true;
  // Neither header: an old browser's own GET, or a form on another site. A form cannot send our client's clock header.
  if (!changes || headers.has('tmz')) return true;
  // For a link to a file, an old browser sends the page in `Referer`. Another site cannot forge one of ours.
  return isFile && method === 'GET' && (headers.get('referer') ?? '').startsWith(`${origin}/`);
}
