import type { APIRoute } from 'astro';
import { updateProfile } from '#lib/contract/account.ts';
import { safeNext } from '#lib/next-path.ts';
import { routes } from '#lib/routes.ts';
import { themeCookie } from '#lib/session.ts';
import { settle } from '#lib/settle.ts';

const THEMES = ['claro', 'escuro', 'sistema'] as const;
const YEAR_S = 365 * 24 * 60 * 60;

/** Keeps the theme of this browser, and of the account for browsers to come, and goes back to where the switch was pressed. */
export const POST: APIRoute = async ({ request, locals, redirect }) => {
  const form = await request.formData().catch(() => new FormData());
  const theme = THEMES.find((each) => each === form.get('theme'));
  if (theme) {
    locals.session.setCookie(themeCookie, theme, { maxAge: YEAR_S, readable: true });
    // A school that is away, or a session of a printed code, keeps nothing: this browser did.
    if (locals.user) await settle(locals.session.api(updateProfile, { body: { theme } }));
  }
  return redirect(safeNext(String(form.get('voltar') ?? '')) ?? routes.dashboard(), 303);
};
