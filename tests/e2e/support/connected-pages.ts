import type { BrowserContext, Page } from '@playwright/test';
import { findCall } from '../../../src/gateway/call-table.ts';
import { matchRoute, type Route } from '../../../src/lib/rules/routes/route-table.ts';
import { sessionCookie } from '../../../src/lib/session.ts';
import { connectedModes } from '../../../src/server/app.ts';
import { ANA, pages, pathOf, searchOf, viewerOf } from '../../support/route-visits.ts';
import type { Student } from '../../support/specified/people.ts';
import { expect } from './portal-test.ts';
import type { OwnPortal } from './portals.ts';

/** Technical text that a reader must not see: markup of proxies, stack traces, error codes. */
const FOREIGN = /bad gateway|nginx|exception|undefined|\bnull\b|\bnan\b|\[object|traceback|unauthor|invalid date/i;
const connected = connectedModes();
/** The heading of a disabled page. */
export const OFF = 'Esta parte fica com a sua escola';

/** The pages of a student, as the demo school's Ana visits them. */
export const walked = pages.filter((route) => viewerOf(route) === ANA || route.name === 'intercambio-pedido');
/** Pages before a login, promotional ones, and public ones. */
export const visited = pages.filter((route) => viewerOf(route) === 'visitor' && !route.pattern.includes('{token}'));
/** The pages of staff that are there in connected mode. */
export const managed = pages.filter(
  ({ kind, onlyEmbedded }) => (kind === 'manager' || kind === 'staff') && !onlyEmbedded,
);
export const addressOf = (route: Route) => pathOf(route, 1) + searchOf(route);

/** The address of a portal for somebody of this brand. */
export const originOf = ({ address }: OwnPortal, { brand }: Student) =>
  brand === 'phenom' ? address.replace('127.0.0.1', 'phenom.localhost') : address;

/** The browser gets the session of somebody, as a login gives it. */
export const enter = (context: BrowserContext, origin: string, { token }: Student) =>
  context.addCookies([{ name: sessionCookie, value: token, url: origin }]);

/** The page shows no technical text. */
export const expectNoForeignWords = (page: Page, where?: string) =>
  expect(page.locator('body'), where).not.toHaveText(FOREIGN, { useInnerText: true });

/** Each page has a heading and Portuguese text, and no technical text. */
export async function expectReadable(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('body')).toHaveText(/.{80}/s, { useInnerText: true });
  await expectNoForeignWords(page);
}

/** Links of a page to pages that connected mode lacks. */
export async function deadLinks(page: Page): Promise<string[]> {
  const links = await page
    .locator('a[href^="/"]')
    .evaluateAll((all) => all.map((link) => new URL(link.getAttribute('href') ?? '', document.baseURI).pathname));
  return links.filter((path) => {
    const call = findCall('GET', path);
    if (!call) return matchRoute(path)?.route.onlyEmbedded !== undefined;
    return !['host', 'here', 'composed', undefined].includes(connected.get(call.name));
  });
}
