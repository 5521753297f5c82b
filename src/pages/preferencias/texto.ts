import type { APIRoute } from 'astro';
import { updateProfile } from '#lib/contract/account.ts';
import { safeNext } from '#lib/next-path.ts';
import { routes } from '#lib/routes.ts';
import { TEXT_SIZES, textCookie } from '#lib/session.ts';
import { settle } from '#lib/settle.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/** Keeps the size of text in this browser, and with the account, as the theme is (`tema.ts`), and goes back to where it was chosen. */
export const POST: APIRoute = async ({ request, locals, redirect }) => {
  const form = await request.formData().catch(() => new FormData());
  const text_size = TEXT_SIZES.find((each) => each === form.get('texto'));
  if (text_size) {
    const { session, user, settings } = locals;
    session.setCookie(textCookie, text_size, { maxAge: YEAR_S, readable: true });
    if (user && !settings.connected) await settle(session.api(updateProfile, { body: { text_size } }));
  }
  return redirect(safeNext(String(form.get('voltar') ?? '')) ?? routes.me(), 303);
};
