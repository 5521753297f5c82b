import { expect, expectNoAxeFindings, test, untilHydrated } from './support/portal-test.ts';
import { screens } from './support/screens.ts';

const HELENA = 'gestora@demo.example';
const counter = 'Registrar um pagamento no balcão';

test('a manager finds a how-to by ⌘K, opens its page and returns from there', async ({ page, loginAs }) => {
  await page.setViewportSize(screens.desktop);
  await loginAs(HELENA);
  await page.goto('/manager-panel/pedidos');
  await untilHydrated(page);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Buscar no painel' });
  await expect(search.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('balcao');
  await search.getByRole('link', { name: counter }).click();

  const title = page.getByRole('heading', { level: 1, name: counter });
  await expect(title).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Toque em Receber' })).toBeVisible();
  const picture = page.getByRole('img', { name: counter });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Abrir Financeiro' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Financeiro' })).toBeVisible();
  await page.getByRole('link', { name: `Como fazer: ${counter}` }).click();
  await expect(title).toBeVisible();
});

test('the list is searched, and shows each reader the own how-tos', async ({ page, loginAs }) => {
  await page.setViewportSize(screens.phone);
  await loginAs('aluna@demo.example');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('region', { name: 'Minha conta' }).getByRole('link', { name: 'Ajuda' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ajuda' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
  await page.getByLabel('O que você quer fazer?').fill('pix');
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText(/Pagar várias parcelas/);
  await expectNoAxeFindings(page);
});

test.describe('how-tos out of reach', () => {
  test.use({ tolerated: [/404/] });
  test('a how-to for another role is not found', async ({ page, loginAs }) => {
    await loginAs('aluna@demo.example');
    expect((await page.goto('/ajuda/caixa-do-dia'))?.status()).toBe(404);
    await page.getByRole('link', { name: 'Ver toda a ajuda' }).click();
    await expect(page).toHaveURL(/\/ajuda$/);
  });
});

for (const [login, address, tourOf, stops] of [
  [HELENA, '/manager-panel', 'Painel', 5],
  ['professora@demo.example', '/professor', 'Minhas aulas', 5],
] as const) {
  test(`help restarts the tour of ${address}, which ends at its last stop`, async ({ page, loginAs }) => {
    await page.setViewportSize(screens.desktop);
    await loginAs(login);
    await page.goto('/ajuda');
    await page.getByRole('link', { name: `Tour: ${tourOf}` }).click();
    await expect(page).toHaveURL(new RegExp(`${address}(\\?tour=1)?$`));
    const tour = page.locator('.portal-tour');
    for (let at = 1; at < stops; at += 1) {
      await expect(tour.getByText(`${at} de ${stops}`)).toBeVisible();
      await tour.getByRole('button', { name: 'Próximo' }).click();
    }
    await expect(tour.getByText('Ajuda sempre à mão')).toBeVisible();
    await expectNoAxeFindings(page);
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/driver-tour/') && answer.ok());
    await tour.getByRole('button', { name: 'Concluir' }).click();
    expect((await saved).request().postDataJSON()).toMatchObject({ [address.slice(1)]: true });
    await expect(tour).toHaveCount(0);
    await page.reload();
    await expect(page.locator('body')).not.toHaveAttribute('data-tour');
  });
}
