import type { Page } from '@playwright/test';
import { expect, expectNoAxeFindings, test, untilHydrated, untilLoaded } from './support/portal-test.ts';
import { pointCameraAt } from './support/qr-code.ts';

/** Libraries that not every page needs, and sounds. */
const heavy = /react(?=\.[\w-]{8}\.js$)|wavesurfer|regions|html5-qrcode|fsrs|jscat|mp3/i;

const files = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1) ?? ''));

for (const [path, rested, touched] of [
  ['/dashboard', [], []],
  ['/pedagogico/list', ['react'], ['react']],
  ['/english-test', [], []],
  ['/financial', [], []],
  ['/aula-online/list', [], []],
  ['/knn-club/meu-clube', ['react'], ['react']],
  ['/knn-club/usar-pontos', ['react'], ['react']],
  ['/pedagogico/minha-pratica/1?unidade=4&parte=vocabulario', ['react'], ['react']],
  ['/pedagogico/minha-pratica/1?unidade=4', ['react'], ['react', 'regions', 'wavesurfer']],
] as const) {
  const names = (list: readonly string[]) => list.join(', ') || 'none';
  test(`${path} loads libraries at rest: ${names(rested)}, and after a touch: ${names(touched)}`, async ({
    page,
    loginAs,
  }) => {
    await loginAs('aluna@demo.example');
    await page.goto(path);
    const loaded = async () => [...new Set((await files(page)).flatMap((name) => heavy.exec(name)?.[0] ?? []))].sort();
    await untilLoaded(page);
    await expect.poll(loaded).toEqual(rested);
    await untilHydrated(page);
    await expect.poll(loaded).toEqual(touched);
  });
}

test('a first touch of a page at rest asks for no file of its island', async ({ page, loginAs }) => {
  await loginAs('aluna@demo.example');
  await page.goto('/knn-club/usar-pontos');
  await untilLoaded(page);
  await expect.poll(async () => (await files(page)).some((name) => name.startsWith('RedeemDialog.'))).toBe(true);
  await expect(page.locator('astro-island[ssr]')).not.toHaveCount(0);
  const scripts: string[] = [];
  page.on('request', (request) => {
    // The script that stores typed text loads with the first press on any page.
    const isShell = /\/((stored|typed)-forms|panel-typed)\.[^/]+$/.test(request.url());
    if (request.resourceType() === 'script' && !isShell) scripts.push(request.url());
  });
  await page.locator('a[data-held]').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(scripts).toEqual([]);
});

test.describe('a script that loads ahead', () => {
  test.use({ tolerated: [/^(request|console): .*signed-in/] });

  test('a failing script neither changes the page nor loses typed text', async ({ page, loginAs }) => {
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

test.describe('without network', () => {
  test.use({
    serviceWorkers: 'block',
    tolerated: [/ERR_INTERNET_DISCONNECTED|Error hydrating|^(request|console): .*(AddBook|QrScanner)/],
  });

  test('a press whose script does not load shows a message, and the next press tries again', async ({
    page,
    context,
    loginAs,
  }) => {
    await loginAs('aluna@demo.example');
    // The page does not get them at rest.
    for (const piece of ['AddBook', 'QrScanner'])
      await page.route(`**/${piece}.*`, (route) => route.abort('internetdisconnected'));
    await page.goto('/pedagogico/list');
    // Browsers remember a failed shared script: the press would then reload the page.
    await untilLoaded(page);
    const add = page.getByRole('button', { name: 'Adicionar livro' });
    const note = page.getByRole('alert').filter({ hasText: 'Não carregou.' });
    await context.setOffline(true);
    await add.click();
    await expect(note).toBeVisible();
    await expect(add).not.toHaveAttribute('aria-busy');
    await expectNoAxeFindings(page);
    await page.unroute('**/AddBook.*');
    await context.setOffline(false);
    await add.click();
    await expect(page.getByRole('dialog', { name: 'Adicionar um livro' })).toBeVisible();
    await expect(note).toHaveCount(0);

    // The part that reads codes is another piece.
    const scan = page.getByRole('button', { name: 'Ler o QR code com a câmera' });
    await context.setOffline(true);
    await scan.click();
    await expect(note).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Adicionar um livro' })).toBeVisible();
    await expect(scan).not.toHaveAttribute('aria-busy');
  });

  test('a camera whose reader does not load stays off, and the other logins stay', async ({ page, context }) => {
    await pointCameraAt(page, 'https://evil.example/');
    await page.goto('/login/qr-code');
    await untilHydrated(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Abrir a câmera' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Não conseguimos abrir a câmera.' })).toBeVisible();
    expect(await page.evaluate('window.cameraTrack')).toBeUndefined();
    await expect(page.getByRole('button', { name: 'Abrir a câmera' })).toBeVisible();
  });
});
