import { expect, type Page } from '@playwright/test';

/** The first column of a list names the row: its text must not be cut off. */
export async function expectWholeTitles(page: Page): Promise<void> {
  const cut = await page
    .locator('.kit-title, .kit-title .kit-open')
    .evaluateAll((cells) =>
      cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
    );
  expect(cut).toEqual([]);
}
