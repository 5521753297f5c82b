import { expect, test, untilHydrated } from './support/portal-test.ts';
import { INVERTED, isReadAsItStands, photoOf, pointCameraAt } from './support/qr-code.ts';

const OF_ANA = '11111111-1111-4111-8111-111111111111';
const OF_NOBODY = '22222222-2222-4222-8222-222222222222';
/** No book has it. The library misses its picture, eight points a square, unless that is made smaller or larger. */
const HARD_TO_READ = '99999999-9999-4999-8999-100000001326';

test.describe('the QR code', () => {
  test.use({ tolerated: [/status of 40\d/] });
  test.beforeEach(async ({ context }) => {
    await context.clearPermissions();
  });

  test('a QR code on a photo with an address of a book leads to the question for its owner (AUTH-08)', {
    tag: '@both',
  }, async ({ page }) => {
    await page.goto('/login/qr-code?next=%2Fpedagogico%2Flist');
    await untilHydrated(page);
    // The port decides the picture, and the library misses one in eight as it stands, one in some hundreds in any size.
    const address = new URL(`/livro/${OF_ANA}`, page.url()).href;
    const readable = [address, `${address}?a`, `${address}?b`, `${address}?c`].find(isReadAsItStands);
    const photo = await photoOf(page, readable ?? address);
    await page.getByLabel('Usar uma foto do código').setInputFiles(photo);
    await page.waitForURL(/\/login\/livro\?/);
    await expect(page.getByLabel('Código do livro')).toHaveValue(OF_ANA);
    await page.getByLabel(/E-mail ou CPF/).fill('aluna@demo.example');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL(/\/pedagogico\/list$/);
  });

  test('a QR code of another site or an unknown book, and a photo without one, are refused (AUTH-08)', async ({
    page,
  }) => {
    await page.goto('/login/qr-code');
    await untilHydrated(page);
    for (const [text, words] of [
      [`https://evil.example/${OF_ANA}`, /é de outro site/],
      ['99999999-9999-4999-8999-999999999999', /Não encontramos um livro com este código/],
      ['', /Não achamos um QR code nesta imagem/],
    ] as const) {
      await page.getByLabel('Usar uma foto do código').setInputFiles(await photoOf(page, text));
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/login/qr-code');
    }
  });

  test('scanning an empty book starts a registration, and stops the camera (AUTH-08, BOOK-04)', async ({ page }) => {
    await pointCameraAt(page, OF_NOBODY);
    await page.goto('/login/qr-code');
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Abrir a câmera' }).click();
    await page.waitForURL(/\/profile-creation\/new-user$/);
    await expect(page.getByText(/On the Way 1 ainda não tem dono/)).toBeVisible();
  });

  test('the camera reads a code that the library misses at the first size (AUTH-08)', { tag: '@deep' }, async ({
    page,
  }) => {
    expect([isReadAsItStands(OF_ANA), isReadAsItStands(HARD_TO_READ)]).toEqual([true, false]);
    await pointCameraAt(page, HARD_TO_READ);
    await page.goto('/login/qr-code');
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Abrir a câmera' }).click();
    await expect(page.getByRole('alert').filter({ hasText: /Não encontramos um livro com este código/ })).toBeVisible();
  });

  test('a light code on a dark background is read, on a photo and by the camera (AUTH-08)', async ({ page }) => {
    const refused = page.getByRole('alert').filter({ hasText: /é de outro site/ });
    const unknown = page.getByRole('alert').filter({ hasText: /Não encontramos um livro com este código/ });
    await pointCameraAt(page, '99999999-9999-4999-8999-999999999999', INVERTED);
    await page.goto('/login/qr-code');
    await untilHydrated(page);
    const photo = await photoOf(page, 'https://evil.example/', INVERTED);
    await page.getByLabel('Usar uma foto do código').setInputFiles(photo);
    await expect(refused).toBeVisible();
    await page.getByRole('button', { name: 'Abrir a câmera' }).click();
    await expect(unknown).toBeVisible();
  });

  test('the browser’s own reader runs first, and the library if that one finds nothing (AUTH-08)', {
    tag: '@deep',
  }, async ({ page }) => {
    await pointCameraAt(page, 'https://evil.example/');
    await page.addInitScript((text) => {
      class BarcodeDetector {
        static getSupportedFormats = async () => ['qr_code'];
        detect = async () =>
          'isSeeing' in window ? [{ rawValue: text, format: 'qr_code', boundingBox: { width: 9, height: 9 } }] : [];
      }
      Object.assign(window, { BarcodeDetector });
    }, '99999999-9999-4999-8999-999999999999');
    await page.goto('/login/qr-code');
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Abrir a câmera' }).click();
    await expect(page.getByRole('alert').filter({ hasText: /é de outro site/ })).toBeVisible();
    await page.getByRole('button', { name: 'Fechar câmera' }).click();
    await page.evaluate('window.isSeeing = true');
    await page.getByLabel('Usar uma foto do código').setInputFiles(await photoOf(page, 'https://evil.example/'));
    await expect(page.getByRole('alert').filter({ hasText: /Não encontramos um livro com este código/ })).toBeVisible();
  });

  test('“Fechar câmera” stops the camera, and the page stores no frame', { tag: '@deep' }, async ({ page }) => {
    await pointCameraAt(page, 'https://evil.example/');
    await page.goto('/login/qr-code');
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Abrir a câmera' }).click();
    await expect(page.getByRole('alert').filter({ hasText: /é de outro site/ })).toBeVisible();
    await page.getByRole('button', { name: 'Fechar câmera' }).click();
    expect(await page.evaluate('window.cameraTrack.readyState')).toBe('ended');
    expect(await page.evaluate('window.storedFiles')).toBe(0);
    await expect(page.getByRole('button', { name: 'Abrir a câmera' })).toBeVisible();
  });

  test('a camera that is closed before it starts is stopped when it starts', { tag: '@deep' }, async ({ page }) => {
    await pointCameraAt(page, 'https://evil.example/');
    await page.addInitScript(() => {
      const open = navigator.mediaDevices.getUserMedia;
      navigator.mediaDevices.getUserMedia = () =>
        new Promise((resolve) => Object.assign(window, { allowCamera: () => open({}).then(resolve) }));
    });
    await page.goto('/login/qr-code');
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Abrir a câmera' }).click();
    await page.waitForFunction(() => 'allowCamera' in window);
    await page.getByRole('button', { name: 'Fechar câmera' }).click();
    await page.evaluate('window.allowCamera()');
    await expect.poll(() => page.evaluate('window.cameraTrack.readyState')).toBe('ended');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Abrir a câmera' })).toBeVisible();
  });

  for (const [name, words] of [
    ['NotAllowedError', /está bloqueado\. Libere nas permissões do site/],
    ['NotFoundError', /Não encontramos uma câmera/],
    ['NotReadableError', /em uso por outro aplicativo/],
  ] as const) {
    test(`a camera that fails with ${name} shows a message, and the other logins stay (AUTH-08)`, {
      tag: '@deep',
    }, async ({ page }) => {
      await page.addInitScript((error) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', error));
      }, name);
      await page.goto('/login/qr-code');
      await untilHydrated(page);
      await page.getByRole('button', { name: 'Abrir a câmera' }).click();
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
      await expect(page.getByText('Usar uma foto do código')).toBeVisible();
      await page.getByRole('link', { name: 'Digite o código do livro' }).click();
      await expect(page).toHaveURL(/\/login\/livro$/);
    });
  }
});
