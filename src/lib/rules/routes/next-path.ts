import { matchRoute } from './route-table.ts';

/** A path that `safeNext` allowed: a login leads only to such paths. */
export type SafePath = string & { readonly isSafe: true };

/**
 * The only check of addresses from outside: `?next=`, links of notices and pushes, scanned codes.
 *
 * @returns the path with its query if it is a page of the portal that may follow a login, else null.
 */
export function safeNext(raw: string | null | undefined): SafePath | null {
  if (!raw || raw.length > 500 || !/^\/[A-Za-z0-9_\-./]*(\?[A-Za-z0-9_\-.~=&%+]*)?$/.test(raw)) return null;
  const [pathname = '', search = ''] = raw.split('?');
  if (pathname.includes('//') || /(^|\/)\.{1,2}(\/|$)/.test(pathname)) return null;
  const match = matchRoute(pathname);
  if (!match || match.route.kind === 'login' || match.route.kind === 'root') return null;
  return (search ? `${pathname}?${search}` : pathname) as SafePath;
}
