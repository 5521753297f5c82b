import type { APIRoute } from 'astro';
import { updateProfile } from '#lib/contract/account.ts';
import { safeNext } from '#lib/next-path.ts';
import { routes } from '#lib/routes.ts';
import { textCookie } from '#lib/session.ts';
import { settle } from '#lib/settle.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/** Keeps the size of text in this browser, and with the account for browsers to come, and goes back to where it was chosen. */
export const POST: APIRoute = async ({ request, locals, redirect }) => {
  const form = await request.formData().catch(() => new FormData());
  const size = String(form.get('texto') ?? '');
  if (size === 'grande' || size === 'normal') {
    locals.session.setCookie(textCookie, size, { maxAge: YEAR_S, readable: true });
    if (locals.user) await settle(locals.session.api(updateProfile, { body: { text_size: size } }));
  }
  return redirect(safeNext(String(form.get('voltar') ?? '')) ?? routes.me(), 303);
};
