import type { Locator } from '@playwright/test';
import { expect, test, untilHydrated } from './support/portal-test.ts';

test.beforeEach(({ loginAs }) => loginAs('aluna@demo.example'));

/** Pastes a text by the keyboard: it is cut from another field of the page first. */
async function paste(text: string, from: Locator, into: Locator): Promise<void> {
  await from.fill(text);
  await from.press('ControlOrMeta+A');
  await from.press('ControlOrMeta+X');
  await into.press('ControlOrMeta+A');
  await into.press('ControlOrMeta+V');
}

/** As a browser or a password manager fills a field in: no key is pressed. */
const fillIn = (field: Locator, text: string) =>
  field.evaluate((input: HTMLInputElement, value) => {
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);

test('VALID-19: a pasted telephone number with +55 keeps its digits', { tag: '@both' }, async ({ page }) => {
  await page.goto('/knn-club/juntar-pontos');
  const phone = page.getByLabel('Telefone com DDD');
  // The form listens once it is on the screen.
  await phone.scrollIntoViewIfNeeded();
  await untilHydrated(page);
  await paste('+55 91 98765-4321', page.getByLabel('Nome de quem você indica'), phone);
  await expect(phone).toHaveValue('(91) 98765-4321');
  await phone.clear();
  await phone.pressSequentially('+559232324567');
  await phone.blur();
  await expect(phone).toHaveValue('(92) 3232-4567');
  await fillIn(phone, '+55 (19) 99123-4567');
  await expect(phone).toHaveValue('(19) 99123-4567');
});

test('VALID-19: an expiry date of four digits is filled in', { tag: '@both' }, async ({ page }) => {
  await page.goto('/financial/pagar?parcelas=106&forma=cartao');
  await untilHydrated(page);
  const expiry = page.getByLabel('Validade');
  for (const text of ['12/2028', '2028-12']) {
    await fillIn(expiry, text);
    await expect(expiry).toHaveValue('12/28');
    await expiry.clear();
    await expiry.pressSequentially(text);
    await expect(expiry).toHaveValue('12/28');
  }
});

test('VALID-19: an amount is read with either decimal sign', { tag: '@both' }, async ({ page }) => {
  await page.goto('/financial/cambio');
  await untilHydrated(page);
  const amount = page.getByLabel(/^Valor em/);
  await fillIn(amount, 'US$ 1,234.56');
  await expect(amount).toHaveValue('1.234,56');
  await amount.clear();
  await amount.pressSequentially('1234.5');
  await page.getByRole('button', { name: 'Cotar' }).click();
  await expect(page.getByRole('region', { name: 'Sua cotação' })).toContainText('US$ 1.234,50');
});
