import type { BrowserContext, Page } from '@playwright/test';
import { askDev } from './support/dev-pages.ts';
import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest as test, untilHydrated, untilLoaded } from './support/portal-test.ts';

const ANA = 'aluna@demo.example';

/** A second tab of the same browser, which listens. */
async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage();
  await visit(tab, path);
  return tab;
}

/** A page that was not reloaded keeps its mark. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilLoaded(page);
  await mark(page);
}

const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-kept', ''));
const expectStored = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-kept', '');

const bell = (page: Page) => page.getByRole('link', { name: /^Avisos/ }).filter({ visible: true });
const more = (page: Page) => page.getByRole('button', { name: /^Mais/ });

test.beforeEach(({ page }) => logIn(page, ANA));

test('spent points disappear from the header of every tab at once (CLUB-02)', async ({ page, context }) => {
  const home = await openTab(context, '/dashboard');
  await visit(page, '/knn-club/usar-pontos');
  await untilHydrated(page);
  const saldo = page.getByRole('region', { name: 'Saldo' });
  const before = Number((await saldo.locator('.balance-figure span').textContent())?.replace('.', ''));
  await page.getByRole('link', { name: 'Trocar por Caderno de viagem' }).click();
  await page.getByRole('button', { name: 'Confirmar troca' }).click();
  const after = new Intl.NumberFormat('pt-BR').format(before - 450);
  await expect(saldo).toContainText(after);
  await expect(home.locator('.points-pill')).toContainText(after);
  await expect(home.getByRole('region', { name: 'Clube' })).toContainText(`${after} pontos`);
  // Affordable rewards are rendered again, and the dialog shows the new balance.
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectNoAxeFindings(page);
  await expectStored(page);
  await expectStored(home);
});

test('a read notice disappears from bell and home of every tab', async ({ page, context }) => {
  const home = await openTab(context, '/dashboard');
  await visit(page, '/avisos');
  await expect(bell(home)).toHaveAccessibleName('Avisos, 3 não lidos');
  await page.getByRole('button', { name: /Parcela vence em 5 dias/ }).click();
  await expect(page).toHaveURL(/\/financial\/pagar\?parcelas=106$/);
  await expect(bell(home)).toHaveAccessibleName('Avisos, 2 não lidos');
  await visit(page, '/avisos');
  await page.getByRole('button', { name: 'Marcar todos como lidos' }).click();
  await expect(page.getByRole('main').getByText('Todos os avisos estão lidos.')).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Avisos');
  await expect(bell(home)).toHaveAccessibleName('Avisos');
  await expect(home.getByRole('region', { name: 'Avisos' }).getByText('Não lido')).toHaveCount(0);
  await expectNoAxeFindings(page);
  await expectStored(page);
  await expectStored(home);
});

test('a Pix that is paid changes what is due at home (FIN-05)', async ({ page, context }) => {
  const home = await openTab(context, '/dashboard');
  const due = home.getByRole('region', { name: 'Pagamentos' });
  await expect(due).toContainText('Em atraso');
  const bills = await openTab(context, '/financial');
  await expect(bills.getByText('em atraso')).toBeVisible();
  await visit(page, '/financial/pagar?parcelas=105');
  const address = (await page.getByAltText('QR code do Pix').getAttribute('src')) ?? '';
  await askDev(page, `/dev/banco/${/pix\/(\w+)\/qr/.exec(address)?.[1]}`, 'POST');
  await expect(page.getByRole('heading', { name: 'Pagamento recebido' })).toBeVisible();
  await expect(due).not.toContainText('Em atraso');
  await expect(bills.getByText('em atraso')).toHaveCount(0);
  await expectStored(home);
  await expectStored(bills);
});

test('a product is added to the cart without a reload, and every tab counts it (ORDER-16)', async ({
  page,
  context,
}) => {
  const home = await openTab(context, '/dashboard');
  await expect(more(home)).toHaveAccessibleName('Mais');
  await visit(page, '/pedidos?parte=loja');
  await page.getByRole('button', { name: 'Adicionar On the Way 2' }).click();
  await expect(page.getByLabel('On the Way 2 no carrinho')).toHaveText('1');
  // The focus stays at the product, and a screen reader announces the cart.
  await expect(page.getByRole('button', { name: 'Um a mais: On the Way 2' })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: '1 item no carrinho' })).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Carrinho 1 item no carrinho' })).toBeVisible();
  await expect(more(home)).toHaveAccessibleName('Mais 1 item no carrinho');
  await page.getByRole('button', { name: 'Um a mais: On the Way 2' }).click();
  await expect(more(home)).toHaveAccessibleName('Mais 2 itens no carrinho');
  await expectNoAxeFindings(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expectStored(page);
  await page.getByRole('link', { name: 'Carrinho 2 itens no carrinho' }).click();
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Um a menos: On the Way 2' }).click();
  await expect(more(home)).toHaveAccessibleName('Mais 1 item no carrinho');
  await expectStored(home);
});

test('data of one person never enters the page of another in the same browser', async ({ page, context }) => {
  const home = await openTab(context, '/dashboard');
  await logIn(page, 'menor@demo.example');
  await visit(page, '/avisos');
  // The page of the first person reloads itself, and gets the page of the second.
  await home.evaluate(() => {
    const channel = new BroadcastChannel('portal_shared');
    const fact = { name: 'due', value: null, at: Date.now() };
    channel.postMessage({ user: document.body.dataset.userId, facts: [fact] });
  });
  await home.waitForResponse(/\/dashboard$/);
  await expect(home.getByRole('region', { name: 'Pagamentos' })).toContainText('Em atraso');
  await expect(bell(home)).toHaveAccessibleName('Avisos, 3 não lidos');
  await expectStored(home);
});

test('lists follow their filter without a reload, and going back restores earlier filters', async ({ page }) => {
  await visit(page, '/pedidos');
  await page.getByRole('link', { name: /^Entregues/ }).click();
  await expect(page.getByRole('heading', { name: 'Entregues' })).toBeVisible();
  await expect(page).toHaveURL('/pedidos?grupo=entregues');
  await expect(page.getByRole('link', { name: /^Entregues/ })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Em andamento' })).toBeVisible();
  await expectStored(page);

  await visit(page, '/knn-club/meu-extrato');
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await page.getByLabel('Tipo').selectOption({ label: 'Saídas' });
  await page.getByRole('search').getByRole('button', { name: 'Filtrar' }).click();
  await expect(page).toHaveURL(/tipo=debito/);
  await expect(page.locator('.points-in')).toHaveCount(0);
  await expect(page.getByText('1 filtro ativo')).toHaveCount(1);
  await expectNoAxeFindings(page);
  await expectStored(page);
});

test('the statement loads older entries, and a month has one heading', async ({ page }) => {
  // The demo's statement is one page long: its link to older entries is drawn here.
  await page.route(/\/meu-extrato$/, async (route) => {
    const answer = await route.fetch();
    const link = '<a data-more href="/knn-club/meu-extrato?depois=100000000">Mais antigos</a>';
    await route.fulfill({ response: answer, body: (await answer.text()).replace('</table>', `</table>${link}`) });
  });
  const rows = page.locator('[data-more-list] tr:has(td:nth-child(4))');
  const heads = page.locator('[data-group-head]');
  await page.goto('/knn-club/meu-extrato?tipo=');
  const [entries, months] = [await rows.count(), await heads.count()];
  expect(entries).toBeGreaterThan(2);
  await visit(page, '/knn-club/meu-extrato');
  await page.getByRole('link', { name: 'Mais antigos' }).scrollIntoViewIfNeeded();
  await expect(rows).toHaveCount(2 * entries);
  await expect(heads).toHaveCount(months);
  await expect(page.getByRole('link', { name: 'Mais antigos' })).toHaveCount(0);
  await expectStored(page);
});
