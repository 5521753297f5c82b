import { expect, type Page } from '@playwright/test';

const counted = new WeakSet<Page>();

/**
 * Counts the presses of a finger or a mouse, over pages; keys are not counted. A press that Playwright stops at the window,
 * because its target moved away, and tries again, does not reach the document.
 */
function listen(): void {
  if ('countsPresses' in document) return;
  Object.assign(document, { countsPresses: true });
  const note = () => sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses')) + 1));
  document.addEventListener('pointerdown', note, true);
}

const presses = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('presses')));

/** What a person does takes at most so many presses. */
export async function expectPresses(page: Page, max: number, act: () => Promise<unknown>): Promise<void> {
  if (!counted.has(page)) {
    counted.add(page);
    await page.addInitScript(listen);
    await page.evaluate(listen);
  }
  const before = await presses(page);
  await act();
  const count = (await presses(page)) - before;
  expect(count, 'presses').toBeGreaterThan(0);
  expect(count, 'presses').toBeLessThanOrEqual(max);
}
