import type { APIRoute } from 'astro';
import { safeNext } from '#lib/next-path.ts';
import { routes } from '#lib/routes.ts';
import { themeCookie } from '#lib/session.ts';

const THEMES = ['claro', 'escuro', 'sistema'];
const YEAR_S = 365 * 24 * 60 * 60;

/** Keeps the theme of this browser and goes back to where the switch was pressed. */
export const POST: APIRoute = async ({ request, locals, redirect }) => {
  const form = await request.formData().catch(() => new FormData());
  const theme = String(form.get('theme') ?? '');
  if (THEMES.includes(theme)) locals.session.setCookie(themeCookie, theme, { maxAge: YEAR_S, readable: true });
  return redirect(safeNext(String(form.get('voltar') ?? '')) ?? routes.dashboard(), 303);
};
