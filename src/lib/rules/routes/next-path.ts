import { matchRoute } from './route-table.ts';

/** A path that `safeNext` accepted: a login redirects only to such paths. */
export type SafePath = string & { readonly isSafe: true };

/**
 * The only check of external addresses: `?next=`, links of notices and pushes, scanned codes.
 *
 * @returns the path with its query and fragment if it is a page of the portal that may follow a login, else null
 */
export function safeNext(raw: string | null | undefined): SafePath | null {
  const parts = /^(\/[A-Za-z0-9_\-./]*)(?:\?([A-Za-z0-9_\-.~=&%+]*))?(#[a-z0-9-]+)?$/.exec(raw ?? '');
  if (!parts || parts[0].length > 500) return null;
  const [, pathname = '', search = '', place = ''] = parts;
  if (pathname.includes('//') || /(^|\/)\.{1,2}(\/|$)/.test(pathname)) return null;
  const match = matchRoute(pathname);
  if (!match || match.route.kind === 'login' || match.route.kind === 'root') return null;
  return ((search ? `${pathname}?${search}` : pathname) + place) as SafePath;
}
