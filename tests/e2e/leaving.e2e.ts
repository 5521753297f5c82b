import { expect, test, untilHydrated } from './support/portal-test.ts';

test.beforeEach(({ loginAs }) => loginAs('aluna@demo.example'));

test('a slow navigation shows a progress bar until the next page is shown', async ({ page }) => {
  const shown = new Promise<void>((resolve) => void page.exposeFunction('told', resolve));
  await page.route('**/financial', async (route) => {
    await shown;
    await route.continue();
  });
  await page.goto('/me');
  await untilHydrated(page);
  await page.evaluate(() => {
    new MutationObserver(() => (window as unknown as { told(): void }).told()).observe(document.documentElement, {
      attributeFilter: ['data-leaving'],
    });
    // A link outside the dock: preloaded pages of the dock bypass the route of this test.
    const link = document.createElement('a');
    link.href = '/financial';
    link.textContent = 'Devagar';
    document.querySelector('main')?.prepend(link);
  });
  await page.getByRole('link', { name: 'Devagar' }).click();
  await expect(page).toHaveURL(/financial$/);
  await expect(page.locator('html')).not.toHaveAttribute('data-leaving');
});

test('a link of the dock starts loading at the touch', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/me');
  await untilHydrated(page);
  const ahead = page.waitForRequest((request) => request.url().endsWith('/financial'));
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Pagamentos' }).hover();
  await page.mouse.down();
  expect((await ahead).headers()['sec-purpose']).toBe('prefetch');
  await page.mouse.up();
  await expect(page).toHaveURL(/financial$/);
});
