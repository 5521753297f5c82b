import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { isDeep } from '../../support/deep.ts';
import { addressOn, type Brand, setTheme, type Theme } from './brands.ts';
import { expectOwnColours } from './own-colours.ts';
import { expectWithinReach, resize } from './reach.ts';
import { screens } from './screens.ts';

const brands: readonly Brand[] = isDeep ? ['knn', 'phenom'] : ['knn'];
const other = (theme: Theme): Theme => (theme === 'claro' ? 'escuro' : 'claro');
const themeNames: Record<Theme, string> = { claro: 'light', escuro: 'dark' };

/** The minified file: each page that is looked at reads it anew, and `axe.source` is more than twice as long. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that look at colours. A theme changes nothing else. */
export const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Every rule of axe over the whole page, or the ones named. Fails with the rule, the place and the remedy of each finding.
 * In the fast run only the walk over all pages looks (`axe.e2e.ts`), in the deep run every story too.
 *
 * Only findings are described: to name each correct place took five times as long as the rules.
 */
export async function expectNoAxeFindings(page: Page, rules?: string[]): Promise<void> {
  if (isDeep) await expectNone(page, rules);
}

async function expectNone(page: Page, rules?: string[]): Promise<void> {
  expect(await axeFindings(page, rules), `axe on ${page.url()}`).toEqual([]);
}

/** @throws on a page with frames, which this does not check. */
export async function axeFindings(page: Page, rules?: string[]): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('Frames are not looked into: check their pages by themselves.');
  // A click ends with the first bytes of the next page.
  await page.waitForLoadState('domcontentloaded');
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  // The text of a page arrives before its style sheets.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => sheet !== null),
  );
  // A list that loads again is dimmed meanwhile.
  await page.waitForFunction(() => document.querySelector('.kit[aria-busy="true"]') === null);
  await endAnimations(page);
  return page.evaluate(async (rules) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      ...(rules && { runOnly: rules }),
    });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}\n  ${failureSummary ?? ''}`),
    );
  }, rules);
}

/**
 * Checks a page in every theme of both brands on the phone, in one theme of each brand on the desktop, that everybody
 * reaches what it holds, and that the second brand shows no colour of the first. It loads each brand, because a brand has its own words and drawings. It switches the theme and
 * the width in the open page; axe-themes.deep.e2e.ts shows that loading gives the same. `order` decides which theme it loads.
 *
 * The fast run looks at the first brand on the phone in one theme.
 *
 * @param reach opens the page on `addressOn(brand, …)` and brings it to the state to check.
 */
export async function expectNoAxeFindingsInThemes(
  page: Page,
  order: number,
  reach: (brand: Brand) => Promise<void>,
): Promise<void> {
  for (const [index, brand] of brands.entries()) {
    const loaded: Theme = (order + index) % 2 === 0 ? 'claro' : 'escuro';
    await setTheme(page.context(), brand, loaded);
    await page.setViewportSize(screens.phone);
    await reach(brand);
    await expect(page.locator('html')).toHaveAttribute('data-theme', `${brand}-${themeNames[loaded]}`);
    await expectNone(page);
    if (!isDeep) continue;
    if (brand === 'phenom') await expectOwnColours(page);
    await switchTheme(page, brand, other(loaded));
    await expectNoAxeFindings(page, COLOURS);
    if (brand === 'phenom') await expectOwnColours(page);
    await expectWithinReach(page);
    await resize(page, screens.desktop);
    await expectNoAxeFindings(page);
  }
}

/** Turns the open page into the server's page for another theme. */
export async function switchTheme(page: Page, brand: Brand, theme: Theme): Promise<void> {
  await setTheme(page.context(), brand, theme);
  await page.evaluate(
    ({ name, theme }) => {
      document.documentElement.dataset.theme = name;
      for (const button of document.querySelectorAll('button[name="theme"]'))
        button.setAttribute('aria-pressed', String(button.getAttribute('value') === theme));
    },
    { name: `${brand}-${themeNames[theme]}`, theme },
  );
}

/**
 * Ends every fade or slide at once, because its colours on the way are accidental. Waiting for the end does not work: a
 * transition that is not drawn never ends.
 */
export async function endAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      const ends = animation.effect?.getComputedTiming().endTime !== Infinity;
      if (ends && animation.timeline instanceof DocumentTimeline) animation.finish();
    }
  });
}

/** A page loaded in a theme. */
export async function openInTheme(page: Page, brand: Brand, theme: Theme, path: string): Promise<void> {
  await setTheme(page.context(), brand, theme);
  await page.goto(addressOn(brand, path));
}
