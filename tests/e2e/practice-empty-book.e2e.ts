import type { Page } from '@playwright/test';
import { submitLogin } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest as test, untilHydrated } from './support/portal-test.ts';
import { fillRegistration } from './support/registration.ts';

const CODE = 'KNN-LIVRO-0002';
const PATH = '/pedagogico/minha-pratica/2';
const TRIED = /Levar para a minha conta o que já pratiquei neste livro: 1 palavra, 1 teste e 1 áudio\./;

test.use({ contextOptions: { reducedMotion: 'reduce' }, tolerated: [/status of (4\d\d|503)/] });
test.describe.configure({ timeout: 120_000 });

async function openBook(page: Page): Promise<void> {
  await page.goto('/login/livro');
  await untilHydrated(page);
  await page.getByLabel('Código do livro').fill(CODE);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL(/\/profile-creation\/new-user$/);
}

/** Hears a sound, rates a word, and hands the test of the first unit in with blanks. */
async function tryBook(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Ouvir e experimentar' }).click();
  await expect(page).toHaveURL(new RegExp(`${PATH}$`));
  await expectNoAxeFindings(page);
  await page.goto(`${PATH}?unidade=1`);
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Tocar' }).click();
  await expect.poll(() => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0)).toBeGreaterThan(0.3);
  await page.getByRole('button', { name: 'Pausar' }).click();
  await page.getByRole('link', { name: /^Palavras/ }).click();
  await page.getByRole('link', { name: 'Começar' }).click();
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Mostrar resposta' }).click();
  await page.getByRole('button', { name: /^Bom/ }).click();
  await expect(page.getByRole('button', { name: 'Mostrar resposta' })).toBeVisible();
  await page.getByRole('link', { name: 'Sair da sessão' }).click();
  await page
    .getByRole('navigation', { name: 'Partes da unidade' })
    .getByRole('link', { name: /^Teste/ })
    .click();
  await page.getByRole('link', { name: 'Fazer como prova' }).click();
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Próxima' }).first().waitFor();
  const next = page.getByRole('button', { name: 'Próxima' });
  for (let place = 0; (await next.count()) > 0; place += 1) {
    await expect(page.getByText(new RegExp(`^${place}/\\d+$`))).toBeVisible();
    await next.click();
  }
  await page.getByRole('button', { name: 'Entregar', exact: true }).click();
  await page.getByRole('button', { name: 'Entregar assim mesmo' }).click();
  await expect(page.getByText('Nota 0,0')).toBeVisible();
}

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('pratica-sem-cadastro'));

test('practice with a bought book before the registration is moved to the account (GUARD-05)', async ({ page }) => {
  await page.route('**/api/v1/portal/cep/**', (route) => route.fulfill({ status: 503, json: { detail: '' } }));
  await openBook(page);
  await tryBook(page);
  await page.goto(`${PATH}?unidade=2&parte=teste`);
  await expect(page.getByText('O teste desta unidade abre com o seu cadastro.')).toBeVisible();
  expect(await stored(page)).not.toBeNull();
  await page.getByRole('link', { name: 'Criar meu cadastro' }).click();
  await untilHydrated(page);
  await fillRegistration(page, '04425823079');
  await expect(page.getByLabel(TRIED)).toBeChecked();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Criar meu cadastro' }).click();
  await page.waitForURL(/\/dashboard$/);
  expect(await stored(page)).toBeNull();
  await page.goto(`${PATH}?unidade=1&parte=vocabulario`);
  const parts = page.getByRole('navigation', { name: 'Partes da unidade' });
  await expect(parts.getByRole('link', { name: /^Palavras/ })).toContainText(/[1-9]\d*\/\d+/);
  await expect(parts.getByRole('link', { name: /^Teste/ })).toContainText('a refazer');
});

test('earlier practice is not moved if the new student declines (GUARD-05)', { tag: '@deep' }, async ({ page }) => {
  await page.route('**/api/v1/portal/cep/**', (route) => route.fulfill({ status: 503, json: { detail: '' } }));
  await openBook(page);
  await tryBook(page);
  await page.getByRole('link', { name: 'Criar meu cadastro' }).click();
  await untilHydrated(page);
  await fillRegistration(page, '04425823079');
  await page.getByLabel(TRIED).uncheck();
  await page.getByRole('button', { name: 'Criar meu cadastro' }).click();
  await page.waitForURL(/\/dashboard$/);
  expect(await stored(page)).toBeNull();
  await page.goto(`${PATH}?unidade=1`);
  const parts = page.getByRole('navigation', { name: 'Partes da unidade' });
  await expect(parts.getByRole('link', { name: /^Palavras/ })).toContainText(/0\/\d+/);
});

test('a student with an account keeps the practice with the book (GUARD-05, BOOK-02)', { tag: '@deep' }, async ({
  page,
}) => {
  await openBook(page);
  await tryBook(page);
  await page.goto('/profile-creation/new-user');
  await page.getByRole('link', { name: 'Já tenho acesso' }).click();
  await untilHydrated(page);
  await submitLogin(page, 'aluna@demo.example');
  await page.waitForURL(/\/profile-creation\/new-user$/);
  await expect(page.getByLabel(TRIED)).toBeChecked();
  await page.getByRole('button', { name: 'Adicionar à minha conta' }).click();
  await expect(page).toHaveURL(/\/pedagogico\/list/);
  await expect(page.getByText('2 respostas guardadas foram enviadas.')).toBeVisible();
  expect(await stored(page)).toBeNull();
  await page.goto(`${PATH}?unidade=1`);
  const parts = page.getByRole('navigation', { name: 'Partes da unidade' });
  await expect(parts.getByRole('link', { name: /^Teste/ })).toContainText('a refazer');
});
