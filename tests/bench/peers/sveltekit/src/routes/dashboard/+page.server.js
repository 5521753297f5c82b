import { createRequire } from 'node:module';
import { redirect } from '@sveltejs/kit';

// Loaded at run time with the first page, so it is not bundled.
let own;

export async function load({ cookies }) {
  own ??= createRequire(import.meta.url)(process.env.VIEW);
  const view = await own.dashboardOf(cookies.get(own.sessionCookie));
  if (!view) redirect(302, '/login/main');
  return view;
}
