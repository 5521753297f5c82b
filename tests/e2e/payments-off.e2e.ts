import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { forgetSession, logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, hideTours, test } from './support/portal-test.ts';
import { openPortal } from './support/portals.ts';
import { screens } from './support/screens.ts';

const SOLD = /pix|cart(ão|ões)\b|link de pagamento|simular câmbio|pagar agora/i;
/** How the counter was paid: the office's own card machine is no way of the portal. */
const COUNTER = 'select[name=forma]';
const PUPIL = [
  '/dashboard',
  '/financial',
  '/financial?mostrar=todas',
  '/financial/cambio',
  '/pedidos',
  '/pedidos?parte=loja',
  '/pedidos/carrinho',
  '/intercambio',
  '/intercambio/pedido?passo=pagamento',
];
const OFFICE = [
  '/manager-panel',
  '/manager-panel/financeiro',
  '/manager-panel/financeiro/regras',
  '/manager-panel/financeiro/fechamento',
  '/manager-panel/pedidos',
  '/manager-panel/push-notification',
  '/manager-panel/push-notification/modelos',
  '/manager-panel/push-notification/avisos',
];

/** The main text of a page, without words about the counter. */
async function saidBy(page: Page, path: string): Promise<string> {
  const answer = await page.goto(path);
  expect(answer?.status(), path).toBe(200);
  return page.getByRole('main').evaluate((main, counter) => {
    const copy = main.cloneNode(true) as HTMLElement;
    for (const one of copy.querySelectorAll(`script, style, ${counter}`)) one.remove();
    return (copy.textContent ?? '').replaceAll(/\s+/g, ' ');
  }, COUNTER);
}

test('without a payment service no page offers payment, and the office records an order’s payment', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const portal = await openPortal({ PAYMENTS: 'off' });
  const db = new DatabaseSync(join(portal.folder, 'portal.sqlite'));
  // Earlier payments show their method: here everything was paid at the school.
  db.exec(`update parcelas set forma = 'dinheiro' where forma is not null`);
  db.exec(`update charges set forma = 'dinheiro', bandeira = null, final = null, linha_digitavel = null`);
  const open = db.prepare(`select id from parcelas where user_id = 1 and status = 'aberta' and pedido_id is null`);
  const unpaid = db.prepare(`select pedido_id, id from parcelas where status = 'aberta' and pedido_id is not null`);
  const bill = Number(open.get()?.id);
  const { pedido_id: order, id: orderBill } = unpaid.get() as { pedido_id: number; id: number };
  db.close();

  const context = await browser.newContext({ baseURL: portal.address, viewport: screens.phone });
  await hideTours(context);
  const page = await context.newPage();
  await logIn(page, 'aluna@demo.example');
  const added = await page.request.post('/api/v1/do/orders.setCartItem/', {
    data: { codigo_produto: 'WAY-1', quantidade: 2 },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(added.status()).toBe(200);
  const sold: string[] = [];
  const walk = async (paths: readonly string[]) => {
    for (const path of paths) {
      const found = SOLD.exec(await saidBy(page, path));
      if (found) sold.push(`${path}: ${found.input.slice(Math.max(0, found.index - 60), found.index + 60)}`);
    }
  };
  await walk([...PUPIL, `/financial/pagar?parcelas=${bill}`, `/pedidos/${order}`]);
  await page.goto('/pedidos/carrinho');
  await expect(page.getByRole('main')).toContainText('Você paga na escola');
  await expectNoAxeFindings(page);
  await page.goto(`/financial/pagar?parcelas=${bill}`);
  await expect(page.getByRole('main')).toContainText('Você paga na escola');
  await page.goto(`/pedidos/${order}`);
  await expect(page.getByRole('main')).toContainText('Você paga na escola');

  await forgetSession(page);
  await logIn(page, 'gestora@demo.example');
  await walk([...OFFICE, `/manager-panel/financeiro/${bill}`, `/manager-panel/financeiro/${orderBill}`]);
  await walk([`/manager-panel/pedidos/${order}`]);
  expect(sold).toEqual([]);
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Receber na escola' }).click();
  await page.getByLabel('Forma').selectOption('dinheiro');
  await page.getByRole('button', { name: /^Anotar R\$/ }).click();
  await expect(page.getByRole('main').getByText('A atender').first()).toBeVisible();
  await context.close();
  await portal.close();
});
