import type { Page } from '@playwright/test';
import { backLink } from '../../src/lib/rules/routes/back-link.ts';
import type { Route } from '../../src/lib/rules/routes/route-table.ts';
import { isDeep } from '../support/deep.ts';
import { EMPTY_BOOK, pages, searchOf, viewerOf } from '../support/route-visits.ts';
import { addressOn, type Brand, expect, expectNoAxeFindingsInThemes, test } from './support/portal-test.ts';
import { preparedPath } from './support/prepared-path.ts';

// Nothing moves or opens by itself while axe looks.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** The fast run reuses a browser page for this many pages of a person: a new one takes a third of a check. */
const ROUTES_EACH = isDeep ? 1 : 10;

for (const [viewer, routes] of Map.groupBy(pages, viewerOf)) {
  for (let first = 0; first < routes.length; first += ROUTES_EACH) {
    const walk = routes.slice(first, first + ROUTES_EACH);
    const patterns = walk.map(({ pattern }) => pattern).join(', ');
    test(`${viewer}: no axe findings on ${patterns}`, async ({ page, loginAs }) => {
      if (viewer.includes('@')) await loginAs(viewer);
      for (const route of walk) await test.step(route.pattern, () => look(page, route));
    });
  }
}

async function look(page: Page, route: Route): Promise<void> {
  const path = await preparedPath(route);
  const reach = async (brand: Brand) => {
    if (viewerOf(route) === 'empty-book') await openEmptyBook(page, brand);
    await page.goto(addressOn(brand, path + searchOf(route)));
    expect(new URL(page.url()).pathname, 'no guard turned the visitor away').toBe(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const link = backLink(path + searchOf(route));
    await expect(page.locator('.way-back')).toHaveText(link ? [link.label] : []);
  };
  await expectNoAxeFindingsInThemes(page, pages.indexOf(route), reach);
}

async function openEmptyBook(page: Page, brand: Brand): Promise<void> {
  await page.goto(addressOn(brand, '/login/main'));
  const status = await page.evaluate(async (uuid) => (await fetch(`/api/v1/users/book/${uuid}/`)).status, EMPTY_BOOK);
  expect(status).toBe(200);
}
