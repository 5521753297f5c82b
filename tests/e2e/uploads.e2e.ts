import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pdf, png } from '../support/sample-files.ts';
import { asks } from './support/asks.ts';
import { holdCode } from './support/hold-code.ts';
import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest as test, untilHydrated } from './support/portal-test.ts';
import { screens } from './support/screens.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, tolerated: [/status of 503/] });

const AVATAR = '**/api/v1/portal/me/avatar/';
const picture = { name: 'eu.png', mimeType: 'image/png', buffer: png };
const card = (page: Page) => page.getByRole('region', { name: 'Foto' });
const field = (page: Page) => page.getByLabel('Escolher arquivo: Foto do perfil');
const own = (page: Page) => page.locator('main img[src^="/api/v1/portal/avatars/"]');

async function openData(page: Page) {
  await logIn(page, 'visitante@demo.example');
  await page.goto('/me/dados');
}

test('a picture that cannot be sent is refused at once, and what was typed beside it stays', { tag: '@deep' }, async ({
  page,
}) => {
  await openData(page);
  await untilHydrated(page);
  await page.getByLabel('Complemento').fill('Casa 2');
  const refusals = [
    [{ ...picture, name: 'eu.pdf', mimeType: 'application/pdf' }, /Envie PNG, JPG, WEBP\.$/],
    [{ ...picture, buffer: Buffer.alloc(0) }, /está vazio/],
    [{ ...picture, buffer: Buffer.concat([png, Buffer.alloc(3_000_000)]) }, /passa de 2 MB/],
  ] as const;
  for (const [file, words] of refusals) {
    await field(page).setInputFiles(file);
    await expect(card(page).getByRole('alert')).toHaveText(words);
    await expect(field(page)).toHaveAccessibleDescription(words);
  }
  await expectNoAxeFindings(page);
  expect(await asks(page)).toBe(false);
  await expect(page.getByLabel('Complemento')).toHaveValue('Casa 2');
});

test('an upload of a picture is cancelled, fails, is sent again and shown on the page', async ({ page }) => {
  await openData(page);
  await untilHydrated(page);
  await page.route(AVATAR, () => undefined, { times: 1 });
  await field(page).focus();
  await field(page).setInputFiles(picture);
  await expect(card(page).getByRole('progressbar', { name: 'Envio de eu.png' })).toBeVisible();
  await expectNoAxeFindings(page);
  expect(await asks(page)).toBe(true);
  const cancel = card(page).getByRole('button', { name: 'Cancelar o envio: eu.png' });
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  expect(await asks(page)).toBe(false);

  await page.route(AVATAR, (route) => route.fulfill({ status: 503, json: { detail: 'Agora não.' } }), { times: 1 });
  await field(page).setInputFiles(picture);
  await expect(card(page).getByRole('alert').filter({ hasText: 'eu.png' })).toContainText('Agora não.');
  await expectNoAxeFindings(page);
  expect(await asks(page)).toBe(true);
  await card(page).getByRole('button', { name: 'Tentar de novo: eu.png' }).click();
  await expect(page.getByText('Foto trocada.')).toBeVisible();
  await expect(own(page)).toBeVisible();
});

test('a picture chosen before the script loads is sent once it loads', { tag: '@deep' }, async ({ page }) => {
  await logIn(page, 'visitante@demo.example');
  const letGo = await holdCode(page);
  await page.goto('/me/dados', { waitUntil: 'commit' });
  await field(page).setInputFiles(picture);
  await expect(field(page)).toHaveCSS('opacity', '1');
  await expect(page.getByRole('button', { name: 'Enviar arquivo' })).toBeVisible();
  letGo();
  await expect(page.getByText('Foto trocada.')).toBeVisible();
  await expect(own(page)).toBeVisible();
});

test('an uploaded picture keeps the text typed in another form of the page', { tag: '@deep' }, async ({ page }) => {
  await openData(page);
  await untilHydrated(page);
  await page.getByLabel('Complemento').fill('Casa 2');
  await field(page).setInputFiles(picture);
  await expect(card(page).getByRole('status')).toContainText('Arquivo enviado.eu.png');
  await expect(page.getByLabel('Complemento')).toHaveValue('Casa 2');
  await expect(field(page)).toBeEnabled();
  await expectNoAxeFindings(page);
  expect(await asks(page)).toBe(false);
});

test('a picture whose script does not load is sent by the plain form', { tag: '@deep' }, async ({ page }) => {
  await logIn(page, 'visitante@demo.example');
  await holdCode(page);
  await page.goto('/me/dados', { waitUntil: 'commit' });
  const send = page.getByRole('button', { name: 'Enviar arquivo' });
  await expect(field(page)).toHaveCSS('opacity', '0');
  await expect(send).toBeHidden();
  await field(page).setInputFiles(picture);
  await expect(field(page)).toHaveCSS('opacity', '1');
  await expectNoAxeFindings(page);
  await send.click();
  await expect(page.getByText('Foto trocada.')).toBeVisible();
  await expect(own(page)).toBeVisible();
});

test.describe('on a desktop', () => {
  test.use({ viewport: screens.desktop, hasTouch: false, isMobile: false });

  test('a picture is dropped where the page says so', async ({ page }) => {
    await openData(page);
    await untilHydrated(page);
    const path = join(await mkdtemp(join(tmpdir(), 'drop-')), 'eu.png');
    await writeFile(path, png);
    const zone = card(page).getByText('ou arraste até aqui');
    await zone.scrollIntoViewIfNeeded();
    const box = await zone.boundingBox();
    if (!box) throw new Error('The place for a file is not on the page.');
    const client = await page.context().newCDPSession(page);
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await client.send('Input.dispatchDragEvent', { type, x: box.x + 5, y: box.y + 5, data });
    await expect(page.getByText('Foto trocada.')).toBeVisible();
    await expect(own(page)).toBeVisible();
  });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('the picture of an event is replaced, but not by a file of another kind', { tag: '@deep' }, async ({
      page,
    }) => {
      await logIn(page, 'gestora@demo.example');
      await page.goto('/manager-panel/campanhas/1');
      if (javaScriptEnabled) await untilHydrated(page);
      const image = page.getByRole('region', { name: 'Imagem' });
      const choose = async (file: typeof picture) => {
        await image.getByLabel('Escolher arquivo: Imagem do evento').setInputFiles(file);
        if (!javaScriptEnabled) await image.getByRole('button', { name: 'Enviar arquivo' }).click();
      };
      await choose({ name: 'regras.pdf', mimeType: 'application/pdf', buffer: pdf() });
      await expect(image.getByRole('alert')).toHaveText('Este tipo de arquivo não é aceito. Envie PNG, JPG, WEBP.');
      if (javaScriptEnabled) await expectNoAxeFindings(page);
      const before = await image.getByRole('img').getAttribute('src');
      await choose(picture);
      await expect(page.getByRole('status').filter({ hasText: 'Imagem trocada.' })).toBeVisible();
      await expect(image.getByRole('img')).not.toHaveAttribute('src', before ?? '');
    });
  });
}
