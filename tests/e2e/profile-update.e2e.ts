import type { Page } from '@playwright/test';
import { logIn, submitLogin } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest, test, untilHydrated } from './support/portal-test.ts';

const CARLA = 'pendente@demo.example';
const goOn = (page: Page) => page.getByRole('button', { name: 'Continuar' }).click();
const save = (page: Page) => page.getByRole('button', { name: 'Confirmar meus dados' }).click();

const address = {
  cep: '13015904',
  street: 'Rua Barão de Jaguara',
  district: 'Centro',
  city: 'Campinas',
  state: 'SP',
};
const answerCep = (page: Page, found: typeof address | null) =>
  page.route('**/api/v1/portal/cep/**', (route) =>
    found ? route.fulfill({ json: found }) : route.fulfill({ status: 503, json: { detail: '' } }),
  );

async function openForm(page: Page): Promise<void> {
  await page.goto('/login/main?next=%2Ffinancial');
  await untilHydrated(page);
  await submitLogin(page, CARLA);
  await page.waitForURL(/\/profile-update\/start\?next=%2Ffinancial$/);
  await page.getByRole('link', { name: 'Completar meus dados' }).click();
  await page.waitForURL(/\/profile-update\/form\?/);
  await untilHydrated(page);
}

test.describe('the form', () => {
  test.use({ tolerated: [/status of (400|409|422|503)/] });

  test('each of the seven fields is required, and errors keep the typed text (VALID-01, VALID-18, VALID-22)', {
    tag: ['@connected', '@deep'],
  }, async ({ page }) => {
    await answerCep(page, null);
    await openForm(page);
    const steps = [
      { 'Nome completo': '', CPF: '390.533.447-06' },
      { 'E-mail': 'carla@', 'Telefone com DDD': '(19) 9922' },
      { CEP: '130', Rua: '   ', Número: '' },
    ];
    const right = [
      { 'Nome completo': 'Carla Dias', CPF: '390.533.447-05' },
      { 'E-mail': CARLA, 'Telefone com DDD': '(19) 99222-3344' },
      { CEP: '13015-904', Rua: 'Rua XV de Novembro', Número: '0' },
    ];
    let fields = 0;
    for (const [index, wrong] of steps.entries()) {
      for (const [label, value] of Object.entries(wrong)) await page.getByLabel(label).fill(value);
      await (index < 2 ? goOn(page) : save(page));
      await expect(page.getByText(`Passo ${index + 1} de 3`)).toBeVisible();
      await expect(page.getByLabel(Object.keys(wrong)[0] ?? '')).toBeFocused();
      for (const [label, value] of Object.entries(wrong)) {
        const field = page.getByLabel(label);
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        await expect(field).toHaveAccessibleDescription(/obrigatório|inválid|válido/);
        await expect(field).toHaveValue(value);
        fields++;
      }
      await expectNoAxeFindings(page);
      for (const [label, value] of Object.entries(right[index] ?? {})) await page.getByLabel(label).fill(value);
      if (index < 2) await goOn(page);
    }
    expect(fields).toBe(7);
    await page.getByRole('button', { name: 'Voltar' }).click();
    await page.getByRole('button', { name: 'Voltar' }).click();
    await expect(page.getByLabel('Nome completo')).toHaveValue('Carla Dias');
  });

  test('a refusal of the server is shown at its field, and everything stays (PROFILE-05, ERR-07)', {
    tag: '@deep',
  }, async ({ page }) => {
    await answerCep(page, null);
    await openForm(page);
    await page.getByLabel('Nome completo').fill('Carla Dias Alves');
    await goOn(page);
    await goOn(page);
    await page.getByLabel('CEP').fill('13015904');
    await page.getByLabel('Número').fill('77');
    const detail = 'Já usamos este CPF.';
    await page.route('**/api/v1/users/atualizacao-cadastral/**', (route) =>
      route.fulfill({ status: 400, json: { detail, fields: { cpf: detail } } }),
    );
    await save(page);
    await expect(page.getByText('Passo 1 de 3')).toBeVisible();
    await expect(page.getByLabel('CPF')).toHaveAccessibleDescription(detail);
    await expect(page.getByLabel('Nome completo')).toHaveValue('Carla Dias Alves');
    await goOn(page);
    await goOn(page);
    await expect(page.getByLabel('Número')).toHaveValue('77');
  });

  test('a server that does not answer loses no typed text (ERR-17)', { tag: '@deep' }, async ({ page }) => {
    await answerCep(page, null);
    await openForm(page);
    await goOn(page);
    await goOn(page);
    await page.getByLabel('CEP').fill('13015904');
    await page.getByLabel('Número').fill('77');
    await page.route('**/api/v1/users/atualizacao-cadastral/**', (route) =>
      route.fulfill({ status: 503, body: 'fora do ar' }),
    );
    await save(page);
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
    await expect(page.getByLabel('Número')).toHaveValue('77');
    await expect(page.getByRole('button', { name: 'Confirmar meus dados' })).toBeEnabled();
  });

  test('the postal code fills the address and moves on to the number (PROFILE-04)', async ({ page }) => {
    await answerCep(page, address);
    await openForm(page);
    await goOn(page);
    await goOn(page);
    await page.getByLabel('CEP').fill('13015904');
    await expect(page.getByLabel('Número')).toBeFocused();
    await expect(page.getByLabel('Rua')).toHaveValue(address.street);
    await expect(page.getByLabel('Cidade')).toHaveValue('Campinas');
    await expect(page.getByLabel('UF')).toHaveValue('SP');
  });
});

freshTest.describe('saving', () => {
  freshTest(
    'a saved update leads to the requested page, and is not asked again (PROFILE-01, PROFILE-08, GUARD-07, GUARD-17, VALID-03)',
    async ({ page }) => {
      await answerCep(page, address);
      await openForm(page);
      await expect(page.getByLabel('CPF')).toHaveValue('390.533.447-05');
      await goOn(page);
      await expect(page.getByLabel('Telefone com DDD')).toHaveValue('(19) 99222-3344');
      await goOn(page);
      await page.getByLabel('CEP').fill('13015904');
      await expect(page.getByLabel('Número')).toBeFocused();
      await page.getByLabel('Número').fill('77');
      await save(page);
      await page.waitForURL(/\/financial$/);
      for (const path of ['/profile-update/start', '/profile-update/form']) {
        await page.goto(path);
        expect(new URL(page.url()).pathname, path).toBe('/dashboard');
      }
      await page.goto('/financial');
      expect(new URL(page.url()).pathname).toBe('/financial');
    },
  );
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('typed text never appears in an address (S14)', { tag: '@deep' }, async ({ page, loginAs }) => {
    await loginAs(CARLA);
    await page.goto('/profile-update/form');
    await page.getByRole('button', { name: 'Continuar' }).click();
    expect(new URL(page.url()).search).toBe('');
  });
});

freshTest('a student in Lisbon confirms two names and no CEP, and the office sees both names', async ({ page }) => {
  await openForm(page);
  await page.getByLabel('Nome completo').fill('Carlos Dias');
  await page.getByLabel('Nome no documento').fill('Carla Dias');
  await expectNoAxeFindings(page);
  await goOn(page);
  await page.getByLabel('Telefone com DDD').fill('+351 912 345');
  await page.getByLabel('Telefone com DDD').blur();
  await expect(page.getByLabel('Telefone com DDD')).toHaveValue('+351912345');
  await page.getByLabel('Telefone com DDD').fill('+351 912 345 678');
  await goOn(page);
  await page.getByRole('checkbox', { name: 'Moro fora do Brasil' }).check();
  await expect(page.getByLabel('CEP')).toHaveCount(0);
  await page.getByLabel('Rua').fill('Rua Augusta');
  await page.getByLabel('Número').fill('12');
  await save(page);
  await expect(page.getByLabel('País')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('País').fill('Chile');
  // A cleared field stays empty.
  await page.getByLabel('País').fill('');
  await page.getByLabel('País').fill('Portugal');
  await page.getByLabel('Região').fill('Lisboa, 1000-001');
  await expectNoAxeFindings(page);
  await save(page);
  await page.waitForURL(/\/financial$/);
  await page.goto('/me/dados');
  await expect(page.getByLabel('Nome no documento')).toHaveValue('Carla Dias');
  await expect(page.getByLabel('Telefone com DDD')).toHaveValue(/^\+351/);
  await expect(page.getByLabel('País')).toHaveValue('Portugal');
  await expectNoAxeFindings(page);

  await logIn(page, 'gestora@demo.example');
  await page.goto('/manager-panel/profile?q=carla+dias');
  await page.getByRole('main').getByRole('link', { name: 'Carlos Dias', exact: true }).click();
  await expect(page.getByRole('main')).toContainText('Carla Dias');
  await expect(page.getByRole('link', { name: '+351 912 345 678' })).toHaveAttribute('href', 'tel:+351912345678');
});
