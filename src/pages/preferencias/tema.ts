import type { APIRoute } from 'astro';
import { partOf } from '#lib/api/part.ts';
import { updateProfile } from '#lib/contract/account.ts';
import { routes } from '#lib/routes.ts';
import { safeNext } from '#lib/rules/routes/next-path.ts';
import { THEMES, themeCookie } from '#lib/session.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/**
 * Keeps the theme of this browser, and of the account for browsers to come, and goes back to where the switch was pressed.
 * Where the account keeps it, the logout takes it out of the browser (`sair.ts`), which others may use next.
 */
export const POST: APIRoute = async ({ request, locals, redirect }) => {
  const form = await request.formData().catch(() => new FormData());
  const theme = THEMES.find((each) => each === form.get('theme'));
  if (theme) {
    const { session, user, settings } = locals;
    session.setCookie(themeCookie, theme, { maxAge: YEAR_S, readable: true });
    // The franchise's host knows no such choice, and could take what a PUT leaves out as taken away. A school that is away,
    // or a session of a printed code, keeps nothing: this browser did.
    if (user && !settings.connected) await partOf(session.api(updateProfile, { body: { theme } }));
  }
  return redirect(safeNext(String(form.get('voltar') ?? '')) ?? routes.dashboard(), 303);
};
