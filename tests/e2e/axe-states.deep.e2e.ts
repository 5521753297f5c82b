import type { Page } from '@playwright/test';
import { openAccountMenu, submitLogin } from './support/log-in.ts';
import { addressOn, expect, expectNoAxeFindingsInThemes, test, untilHydrated } from './support/portal-test.ts';
import { pointCameraAt } from './support/qr-code.ts';

/** What a page looks like after something was done on it. */
interface State {
  name: string;
  path: string;
  login?: string;
  reach(page: Page): Promise<void>;
}

const alert = (page: Page, words: RegExp) => expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();

const states: State[] = [
  {
    name: 'the choice of accounts',
    path: '/login/main',
    async reach(page) {
      await submitLogin(page, 'familia@demo.example');
      await expect(page.getByRole('heading', { name: 'Quem vai entrar?' })).toBeVisible();
    },
  },
  {
    name: 'a login with nothing typed',
    path: '/login/main',
    async reach(page) {
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      await expect(page.locator('[aria-invalid]')).toHaveCount(2);
    },
  },
  {
    name: 'a wrong password',
    path: '/login/main',
    async reach(page) {
      await submitLogin(page, 'ninguem@demo.example');
      await alert(page, /incorreta/);
    },
  },
  {
    name: 'a login that says why',
    path: '/login/main?motivo=sessao',
    reach: (page) => expect(page.getByText('Sua sessão terminou.')).toBeVisible(),
  },
  {
    name: 'a book of nobody',
    path: '/login/livro',
    async reach(page) {
      await page.getByLabel('Código do livro').fill('KNN-LIVRO-9999');
      await page.getByRole('button', { name: 'Continuar' }).click();
      await alert(page, /Não encontramos/);
    },
  },
  {
    name: 'an open camera',
    path: '/login/qr-code',
    async reach(page) {
      await page.getByRole('button', { name: 'Abrir a câmera' }).click();
      await alert(page, /de outro site/);
    },
  },
  {
    name: 'a new password that is too short',
    path: '/login/recover-password?token=abc',
    async reach(page) {
      await page.getByLabel('Nova senha', { exact: true }).fill('curta');
      await page.getByRole('button', { name: /Salvar/ }).click();
      await expect(page.locator('[aria-invalid]')).toHaveCount(1);
    },
  },
  {
    name: 'a mail on its way, with a code to type',
    path: '/login/recover-password',
    async reach(page) {
      await page.route('**/api/v1/login/recover-password/**', (route) => route.fulfill({ json: { detail: 'ok' } }));
      await page.getByLabel('E-mail').fill('ninguem@demo.example');
      await page.getByLabel(/código/i).check();
      await page.getByRole('button', { name: /Enviar/ }).click();
      await expect(page.getByLabel('Código recebido')).toBeVisible();
    },
  },
  {
    name: 'a registration with mistakes',
    path: '/profile-update/form',
    login: 'pendente@demo.example',
    async reach(page) {
      await page.getByLabel('Nome completo').fill('');
      await page.getByLabel('CPF').fill('111');
      await page.getByRole('button', { name: 'Continuar' }).click();
      await expect(page.locator('[aria-invalid]')).toHaveCount(2);
    },
  },
  {
    name: 'the account menu',
    path: '/dashboard',
    login: 'aluna@demo.example',
    reach: async (page) => void (await openAccountMenu(page)),
  },
  {
    name: 'the sheet “Mais”',
    path: '/dashboard',
    login: 'aluna@demo.example',
    async reach(page) {
      await page.getByRole('button', { name: 'Mais' }).click();
      await expect(page.getByRole('region', { name: 'Mais' })).toBeVisible();
    },
  },
  {
    name: 'the tour',
    path: '/dashboard?tour=1',
    login: 'aluna@demo.example',
    reach: (page) => expect(page.locator('.portal-tour')).toBeVisible(),
  },
  {
    name: 'the question whether to close the tour',
    path: '/dashboard?tour=1',
    login: 'aluna@demo.example',
    async reach(page) {
      await page.locator('.portal-tour').getByRole('button', { name: 'Fechar' }).click();
      await expect(page.getByRole('dialog', { name: 'Fechar tour?' })).toBeVisible();
    },
  },
  {
    name: 'the dialog for a book code, with a mistake',
    path: '/pedagogico/list',
    login: 'aluna@demo.example',
    async reach(page) {
      await page.getByRole('button', { name: 'Adicionar livro' }).click();
      await expect(page.getByLabel('Código do livro')).toBeFocused();
      await page.keyboard.press('Enter');
      await alert(page, /Digite o código/);
    },
  },
  {
    name: 'a line that repeats, with its translation',
    path: '/pedagogico/minha-pratica/1?unidade=6',
    login: 'aluna@demo.example',
    async reach(page) {
      await page.getByRole('button', { name: /used to write letters/ }).click();
      await page.getByRole('button', { name: 'Tradução' }).click();
      await expect(page.getByText('Repetindo')).toBeVisible();
      await page.getByRole('button', { name: 'Pausar' }).click();
    },
  },
  {
    name: 'a word with its answer',
    path: '/pedagogico/minha-pratica/1/sessao?unidade=6&tipo=palavras',
    login: 'aluna@demo.example',
    async reach(page) {
      await page.getByRole('button', { name: 'Mostrar resposta' }).click();
      await expect(page.getByRole('button', { name: /Fácil/ })).toBeVisible();
    },
  },
  {
    name: 'a question of a test, and what was right',
    path: '/pedagogico/minha-pratica/1/sessao?unidade=6&tipo=teste',
    login: 'aluna@demo.example',
    async reach(page) {
      await page.getByRole('button', { name: 'Não sei' }).click();
      await expect(page.getByText('Ainda não')).toBeVisible();
    },
  },
  {
    name: 'a piece of work in its sheet',
    path: '/pedagogico/notas/101#atividade-2',
    login: 'aluna@demo.example',
    reach: (page) => expect(page.getByRole('dialog', { name: 'Leia o diálogo em voz alta' })).toBeVisible(),
  },
  {
    name: 'the shop, and its coupons',
    path: '/pedidos?parte=loja',
    login: 'aluna@demo.example',
    reach: (page) => expect(page.getByRole('region', { name: 'Cupons' })).toBeVisible(),
  },
  {
    name: 'the attendance of a class',
    path: '/pedagogico/notas/101?parte=frequencia',
    login: 'aluna@demo.example',
    reach: (page) => expect(page.getByRole('link', { name: 'Presença' })).toHaveAttribute('aria-current', 'page'),
  },
  {
    name: 'a class of somebody else',
    path: '/pedagogico/notas/6',
    login: 'aluna@demo.example',
    reach: (page) => expect(page.getByRole('heading', { name: /não está entre as suas/ })).toBeVisible(),
  },
  {
    name: 'a dashboard with nothing yet',
    path: '/dashboard',
    login: 'visitante@demo.example',
    reach: (page) => expect(page.getByRole('heading', { name: 'Comece por aqui' })).toBeVisible(),
  },
  {
    name: 'a link of a mail that is no longer good',
    path: '/dashboard?token_email=abc',
    login: 'aluna@demo.example',
    reach: (page) => expect(page.getByText('Este link de confirmação não vale mais.')).toBeVisible(),
  },
];

test.use({ contextOptions: { reducedMotion: 'reduce' }, tolerated: [/status of 4\d\d/] });

for (const [order, state] of states.entries()) {
  test(`${state.name}: no findings in any theme`, async ({ page, loginAs }) => {
    if (state.login) await loginAs(state.login);
    if (state.path === '/login/qr-code') await pointCameraAt(page, 'https://evil.example/');
    await expectNoAxeFindingsInThemes(page, order, async (brand) => {
      await page.goto(addressOn(brand, state.path));
      await untilHydrated(page);
      await state.reach(page);
    });
  });
}
