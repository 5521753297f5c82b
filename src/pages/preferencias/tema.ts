import type { APIRoute } from 'astro';
import { keepTheme } from '#lib/forms/account/look.ts';
import { submit } from '#lib/forms/submit.ts';
import { routes } from '#lib/routes.ts';

/** Keeps the theme, and goes back to where it was chosen. */
export const POST: APIRoute = async (context) => {
  const { user, settings } = context.locals;
  const home = routes.dashboard();
  // The franchise's host knows no such choice, and could take what a PUT leaves out as taken away.
  const isOfAccount = user !== null && !settings.connected;
  const { to } = await submit(context, keepTheme({ isOfAccount, home }));
  return context.redirect(to ?? home, 303);
};
