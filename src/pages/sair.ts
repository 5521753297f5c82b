import type { APIRoute } from 'astro';
import { logout } from '#lib/contract/auth.ts';
import { routes } from '#lib/routes.ts';
import { textCookie, themeCookie } from '#lib/session.ts';
import { reasonText } from '#lib/words/auth.ts';

/** Logout of the account menu (AUTH-23), a form so that it works without JavaScript. */
export const POST: APIRoute = async ({ locals, redirect }) => {
  // Without an answer of the school the browser still forgets everything.
  if (locals.user) await locals.session.api(logout).catch(() => undefined);
  locals.session.forget();
  // A look that the account keeps comes back with it, and is not for whoever uses this browser next. One that the account
  // does not keep is the browser's. A session that ends by itself leaves the look: the same person logs in again.
  if (locals.user?.theme) locals.session.setCookie(themeCookie, '', { maxAge: 0, readable: true });
  if (locals.user?.text_size) locals.session.setCookie(textCookie, '', { maxAge: 0, readable: true });
  return redirect(`${routes.login.main()}?motivo=saiu`, 303);
};

/**
 * Where the client goes after a 401 (AUTH-25). A link elsewhere must not log anybody out: a session that still counts
 * stays.
 */
export const GET: APIRoute = async ({ locals, redirect, url }) => {
  if (locals.user) return redirect(routes.dashboard(), 303);
  locals.session.forget();
  const reason = locals.sessionEnd ?? url.searchParams.get('motivo');
  return redirect(routes.login.main() + (reasonText(reason) ? `?motivo=${reason}` : ''), 303);
};
