import { expect, test, untilHydrated } from './support/portal-test.ts';

/** Libraries that only one page needs. */
const heavy = /wavesurfer|regions|code-decoder|fsrs|jscat|dropzone/i;

for (const [path, expected] of [
  ['/dashboard', []],
  ['/pedagogico/list', []],
  ['/aula-online/list', []],
  ['/english-test', []],
  ['/financial', []],
  ['/pedagogico/minha-pratica/1?unidade=4&parte=vocabulario', []],
  ['/pedagogico/minha-pratica/1?unidade=4&parte=teste', []],
  ['/pedagogico/minha-pratica/1?unidade=4', ['regions', 'wavesurfer']],
] as const) {
  test(`${path} loads ${expected.join(' and ') || 'none'} of the libraries of other pages`, async ({
    page,
    loginAs,
  }) => {
    await loginAs('aluna@demo.example');
    await page.goto(path);
    await untilHydrated(page);
    const loaded = async () => {
      const pieces = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
      return [...new Set(pieces.flatMap((name) => heavy.exec(name.split('/').at(-1) ?? '')?.[0] ?? []))].sort();
    };
    await expect.poll(loaded).toEqual(expected);
  });
}

test.describe('a piece that nobody asked for', () => {
  test.use({ tolerated: [/^(request|console): .*signed-in/] });

  test('leaves the page and what was typed alone when it does not arrive', async ({ page, loginAs }) => {
    await loginAs('aluna@demo.example');
    await page.route('**/signed-in.*.js', (route) => route.abort());
    const missed = page.waitForEvent('requestfailed', (request) => request.url().includes('signed-in'));
    await page.goto('/me/dados');
    await page.getByRole('main').getByRole('textbox').first().fill('Digitado');
    await missed;
    await untilHydrated(page);
    await expect(page.getByRole('main').getByRole('textbox').first()).toHaveValue('Digitado');
  });
});
