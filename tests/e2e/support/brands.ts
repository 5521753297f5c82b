import { type BrowserContext, test } from '@playwright/test';
import { themeCookie } from '../../../src/lib/session.ts';

export type Brand = 'knn' | 'phenom';
export type Theme = 'claro' | 'escuro';

/** The port of the portal that this project visits. */
export const port = () => new URL(test.info().project.use.baseURL ?? '').port;

/** A path on the host of a brand. */
export const addressOn = (brand: Brand, path: string) =>
  `http://${brand === 'phenom' ? 'phenom.localhost' : 'localhost'}:${port()}${path}`;

/** Pages that load from now on have this theme. */
export async function setTheme(context: BrowserContext, brand: Brand, theme: Theme): Promise<void> {
  await context.addCookies([{ name: themeCookie, value: theme, url: addressOn(brand, '/') }]);
}
