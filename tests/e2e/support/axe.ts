import { expect, type Page, test } from '@playwright/test';
import axe from 'axe-core';
import { addressOn, type Brand, setTheme, type Theme } from './brands.ts';

const other = (theme: Theme): Theme => (theme === 'claro' ? 'escuro' : 'claro');
const themeNames: Record<Theme, string> = { claro: 'light', escuro: 'dark' };

/**
 * Every rule of axe over the whole page. Fails with the rule, the place and the remedy of each finding.
 *
 * All rules run, but only findings are described: naming each place that is well took five times as long as the rules.
 */
export async function expectNoAxeFindings(page: Page): Promise<void> {
  expect(await axeFindings(page), `axe on ${page.url()}`).toEqual([]);
}

/** @throws on a page with frames, which this does not look into. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('Frames are not looked into: check their pages by themselves.');
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  await settle(page);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
    });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}\n  ${failureSummary ?? ''}`),
    );
  });
}

/**
 * Looks at a page in every theme of both brands on the phone, and in one theme of each brand on the desktop: colours do
 * not depend on the width, and what does is seen in any theme. A brand is loaded, for it brings its own words and
 * drawings; a theme is switched in the open page, which axe-themes.e2e.ts shows to be the same as loading it. Which
 * theme is loaded, and which one the desktop sees, takes turns with `turn`.
 *
 * @param reach opens the page, on `addressOn(brand, …)`, as far as it is to be looked at.
 */
export async function expectNoAxeFindingsInThemes(
  page: Page,
  turn: number,
  reach: (brand: Brand) => Promise<void>,
): Promise<void> {
  for (const [index, brand] of (['knn', 'phenom'] as const).entries()) {
    const loaded: Theme = (turn + index) % 2 === 0 ? 'claro' : 'escuro';
    await setTheme(page.context(), brand, loaded);
    await reach(brand);
    await expect(page.locator('html')).toHaveAttribute('data-theme', `${brand}-${themeNames[loaded]}`);
    await expectNoAxeFindings(page);
    if (test.info().project.name !== 'phone') continue;
    await switchTheme(page, brand, other(loaded));
    await expectNoAxeFindings(page);
  }
}

/** Turns the open page into what the server would have sent for another theme. */
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
 * Brings what fades or slides to its end at once: on the way there it has colours of nobody's choice. Waiting for the end
 * would not do, for a transition that nobody draws never gets there.
 */
export async function settle(page: Page): Promise<void> {
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
