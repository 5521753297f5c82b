import { expect, type Page } from '@playwright/test';

const counted = new WeakSet<Page>();

/** Counts the presses of a finger or a mouse, over pages; keys are not counted. */
function listen(): void {
  const note = () => sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses')) + 1));
  addEventListener('pointerdown', note, true);
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
