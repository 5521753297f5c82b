import type { APIRoute } from 'astro';
import { logout } from '#lib/contract/auth.ts';
import { reasonText } from '#lib/messages/auth.ts';
import { routes } from '#lib/routes.ts';

/** Logout of the account menu (AUTH-23), a form so that it works without JavaScript. */
export const POST: APIRoute = async ({ locals, redirect }) => {
  // Without an answer of the school the browser still forgets everything.
  if (locals.user) await locals.session.api(logout).catch(() => undefined);
  locals.session.forget();
  return redirect(`${routes.login.main()}?motivo=saiu`, 303);
};

/**
 * Where the client goes after a 401 (AUTH-25). A link elsewhere must not log anybody out: a session that still counts
 * stays.
 */
export const GET: APIRoute = async ({ locals, redirect, url }) => {
  if (locals.user) return redirect(routes.dashboard(), 303);
  locals.session.forget();
  const reason = url.searchParams.get('motivo');
  return redirect(routes.login.main() + (reasonText(reason) ? `?motivo=${reason}` : ''), 303);
};
