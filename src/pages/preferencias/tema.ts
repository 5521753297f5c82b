import type { APIRoute } from 'astro';
import { keepTheme } from '#lib/forms/account/look.ts';
import { submit } from '#lib/forms/submit.ts';
import { routes } from '#lib/routes.ts';

/** Keeps the theme, and returns to the page of the choice. */
export const POST: APIRoute = async (context) => {
  const { user, settings } = context.locals;
  const home = routes.dashboard();
  // The franchise's host does not know this choice, and could remove fields that a PUT leaves out.
  const isOfAccount = user !== null && !settings.connected;
  const { to } = await submit(context, keepTheme({ isOfAccount, home }));
  return context.redirect(to ?? home, 303);
};
