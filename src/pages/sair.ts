import type { APIRoute } from 'astro';
import { routes } from '#lib/routes.ts';
import { textCookie, themeCookie } from '#lib/session.ts';
import { reasonText } from '#lib/words/auth-reasons.ts';

/** Logout of the account menu (AUTH-23), a form so that it works without JavaScript. */
export const POST: APIRoute = async ({ locals, redirect }) => {
  // Even if the school does not answer, the browser forgets everything.
  if (locals.user) await locals.session.api.auth.logout().catch(() => undefined);
  locals.session.forget();
  // If the account stores the look, the look comes back at the next login, and the next user of this browser must not get
  // it. Otherwise the look belongs to the browser. A session that ends by itself keeps it: the same person logs in again.
  if (locals.user?.theme) locals.session.setCookie(themeCookie, '', { maxAge: 0, readable: true });
  if (locals.user?.text_size) locals.session.setCookie(textCookie, '', { maxAge: 0, readable: true });
  return redirect(`${routes.login.main()}?motivo=saiu`, 303);
};

/**
 * Where the client goes after a 401 (AUTH-25). A link from elsewhere must not log anybody out: a valid session stays.
 */
export const GET: APIRoute = async ({ locals, redirect, url }) => {
  if (locals.user) return redirect(routes.dashboard(), 303);
  locals.session.forget();
  const reason = locals.sessionEnd ?? url.searchParams.get('motivo');
  return redirect(routes.login.main() + (reasonText(reason) ? `?motivo=${reason}` : ''), 303);
};
