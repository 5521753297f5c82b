import type { APIRoute } from 'astro';
import { partOf } from '#lib/api/part.ts';
import { updateProfile } from '#lib/contract/account.ts';
import { routes } from '#lib/routes.ts';
import { safeNext } from '#lib/rules/routes/next-path.ts';
import { TEXT_SIZES, textCookie } from '#lib/session.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/** Keeps the size of text in this browser, and with the account, as the theme is (`tema.ts`), and goes back to where it was chosen. */
export const POST: APIRoute = async ({ request, locals, redirect }) => {
  const form = await request.formData().catch(() => new FormData());
  const text_size = TEXT_SIZES.find((each) => each === form.get('texto'));
  if (text_size) {
    const { session, user, settings } = locals;
    session.setCookie(textCookie, text_size, { maxAge: YEAR_S, readable: true });
    if (user && !settings.connected) await partOf(session.api(updateProfile, { body: { text_size } }));
  }
  return redirect(safeNext(String(form.get('voltar') ?? '')) ?? routes.me(), 303);
};
