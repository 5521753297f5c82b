import { matchRoute } from './route-table.ts';

/** A path that `safeNext` let through: the only kind that a login may lead to. */
export type SafePath = string & { readonly isSafe: true };

/**
 * The one judge of addresses that come from outside: `?next=`, links of notices and pushes, scanned codes.
 *
 * @returns the path with its query when it is a page of ours that may follow a login, else null.
 */
export function safeNext(raw: string | null | undefined): SafePath | null {
  if (!raw || raw.length > 500 || !/^\/[A-Za-z0-9_\-./]*(\?[A-Za-z0-9_\-.~=&%+]*)?$/.test(raw)) return null;
  const [pathname = '', search = ''] = raw.split('?');
  if (pathname.includes('//') || /(^|\/)\.{1,2}(\/|$)/.test(pathname)) return null;
  const match = matchRoute(pathname);
  if (!match || match.route.kind === 'login' || match.route.kind === 'root') return null;
  return (search ? `${pathname}?${search}` : pathname) as SafePath;
}
