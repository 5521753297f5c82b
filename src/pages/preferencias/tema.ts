import type { APIRoute } from 'astro';
import { updateProfile } from '#lib/contract/account.ts';
import { safeNext } from '#lib/next-path.ts';
import { routes } from '#lib/routes.ts';
import { THEMES, themeCookie } from '#lib/session.ts';
import { settle } from '#lib/settle.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/**
 * Keeps the theme and goes back to where the switch was pressed. It is kept in one place: with the account, or, where nobody
 * is logged in or the account does not keep it (a printed code, a school that is away, connected mode), in this browser. So
 * no choice of an account stays behind in a browser that others use after the logout.
 */
export const POST: APIRoute = async ({ request, locals, redirect }) => {
  const form = await request.formData().catch(() => new FormData());
  const theme = THEMES.find((each) => each === form.get('theme'));
  if (theme) {
    const { session, user, settings } = locals;
    // The franchise's host knows no such choice, and could take what a PUT leaves out as taken away.
    const asked = user && !settings.connected ? await settle(session.api(updateProfile, { body: { theme } })) : null;
    if (asked?.ok) session.setCookie(themeCookie, '', { maxAge: 0, readable: true });
    else session.setCookie(themeCookie, theme, { maxAge: YEAR_S, readable: true });
  }
  return redirect(safeNext(String(form.get('voltar') ?? '')) ?? routes.dashboard(), 303);
};
