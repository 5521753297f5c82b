import type { Page } from '@playwright/test';
import { formatDay } from '../../src/lib/format/dates.ts';
import { formatMoney, formatPoints } from '../../src/lib/format/money.ts';
import { expect, test } from './support/portal-test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const greeting = (name: string) => new RegExp(`^(Bom dia|Boa tarde|Boa noite), ${name}$`);

/** What the school says to the one who is logged in. */
async function ask<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(`/api/v1/${path}`);
  expect(answer.status(), path).toBe(200);
  return (await answer.json()) as T;
}

test('Ana reads what comes next, from her own data (DASH-01)', { tag: '@both' }, async ({ page, loginAs }) => {
  await loginAs('aluna@demo.example');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(greeting('Ana'));
  await expect(page.locator('[data-tour="proxima-aula"]')).toContainText(/Acontecendo agora|Próxima aula/);
  await expect(page.locator('[data-tour="proxima-aula"]').getByRole('link')).toHaveText(/Entrar na aula|Ver a turma/);

  const { resumo, parcelas } = await ask<{
    resumo: { vencido_centavos: number; proxima_parcela_id: number };
    parcelas: { id: number; vencimento: string; pagar_ate: string | null; valor_atualizado_centavos: number }[];
  }>(page, 'at-home/financeiro/');
  const bill = parcelas.find(({ id }) => id === resumo.proxima_parcela_id);
  expect(resumo.vencido_centavos).toBeGreaterThan(0);
  const finance = card(page, 'Financeiro');
  await expect(finance).toContainText(`${formatMoney(resumo.vencido_centavos)} em atraso`);
  await expect(finance).toContainText(formatMoney(bill?.valor_atualizado_centavos ?? 0));
  await expect(finance).toContainText(formatDay(bill?.pagar_ate ?? bill?.vencimento ?? ''));
  // What is late comes first.
  await expect(finance.getByRole('link', { name: 'Pagar o atraso' })).toHaveAttribute('href', /parcelas=105$/);

  const club = await ask<{ saldo: number; a_expirar: number }>(page, 'rewards/');
  expect(club.a_expirar).toBeGreaterThan(0);
  await expect(card(page, 'Clube')).toContainText(formatPoints(club.saldo));
  await expect(card(page, 'Clube')).toContainText(`${formatPoints(club.a_expirar)} até`);

  await expect(card(page, 'Avisos').getByRole('listitem').first()).toContainText('Não lido');
  await expect(card(page, 'Continuar').getByRole('link', { name: 'Continuar' })).toHaveAttribute(
    'href',
    /^\/pedagogico\/minha-pratica\/\d+/,
  );
});

test('each card of Ana leads to its area', { tag: '@both' }, async ({ page, loginAs }) => {
  await loginAs('aluna@demo.example');
  for (const [name, link, path] of [
    ['Continuar', 'Continuar', /^\/pedagogico\/minha-pratica\/\d+/],
    ['Financeiro', 'Ver parcelas', /^\/financial$/],
    ['Clube', 'Usar pontos', /^\/knn-club\/usar-pontos$/],
  ] as const) {
    await page.goto('/dashboard');
    await card(page, name).getByRole('link', { name: link }).click();
    await page.waitForURL((url) => path.test(url.pathname));
  }
});

test('Bruno, who has nothing yet, is told what comes and where to begin (DASH-01)', { tag: '@connected' }, async ({
  page,
  loginAs,
}) => {
  await loginAs('visitante@demo.example');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(greeting('Bruno'));
  await expect(page.getByRole('heading', { name: 'Nenhuma aula marcada' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Descobrir meu nível' })).toHaveAttribute('href', '/english-test');
  await expect(card(page, 'Continuar')).toContainText('Seu primeiro livro entra aqui');
  await expect(card(page, 'Continuar').getByRole('link')).toHaveAttribute('href', '/pedagogico/list');
  await expect(card(page, 'Financeiro')).toContainText('Tudo em dia');
  await expect(card(page, 'Clube').getByRole('link', { name: 'Conhecer o clube' })).toBeVisible();
  await expect(card(page, 'Avisos').getByRole('listitem')).toHaveCount(0);
  await expect(card(page, 'Avisos')).toContainText('Nenhum aviso por aqui');
  await expect(page.getByRole('main')).not.toContainText(/undefined|null|NaN|R\$\s0,00/);
});

test('the main navigation marks where one is, and shows only what is one’s own (BOOK-05, GUARD-10, GUARD-12)', {
  tag: ['@connected', '@both'],
}, async ({ page, loginAs }) => {
  await loginAs('visitante@demo.example');
  await page.goto('/dashboard');
  const nav = page.getByRole('navigation', { name: 'Principal' });
  await expect(nav.locator('[aria-current=page]')).toHaveText(/Início/);
  const hrefs = () => page.locator('nav a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect((await hrefs()).filter((href) => /manager-panel|pedidos/.test(href ?? ''))).toEqual([]);
  await loginAs('gestora@demo.example');
  await page.goto('/dashboard');
  expect(await hrefs()).toContainEqual(expect.stringMatching(/^\/manager-panel/));
});

test('nothing stands beside the screen, from the smallest phone on', async ({ page, loginAs }) => {
  await loginAs('aluna@demo.example');
  for (const width of [320, 390, 750, 1050, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/dashboard');
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(width);
  }
});
