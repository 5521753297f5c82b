import type { Page } from '@playwright/test';

/** Keeps the code of all islands back. @returns lets it come */
export async function holdCode(page: Page): Promise<() => void> {
  const { promise: there, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/react.*.js', async (route) => {
    await there;
    await route.continue();
  });
  return arrive;
}
