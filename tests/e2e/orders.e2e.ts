import type { Page } from '@playwright/test';
import { forgetSession } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest, setTheme, test, untilHydrated } from './support/portal-test.ts';

test.describe('what Ana ordered', () => {
  test.beforeEach(({ loginAs }) => loginAs('aluna@demo.example'));

  test('the list shows unpaid orders, and is filtered by links (ORDER-01, ORDER-02)', {
    tag: ['@connected', '@both', '@deep'],
  }, async ({ page }) => {
    await page.goto('/pedidos');
    await expect(page.getByRole('heading', { level: 2, name: /^Pague até/ })).toBeVisible();
    const running = page.getByRole('region', { name: 'Em andamento' }).getByRole('listitem');
    await expect(running).toHaveCount(8);
    await expect(running.first()).toContainText('Pague até');
    await page
      .getByRole('navigation', { name: 'Grupos de pedidos' })
      .getByRole('link', { name: /^Entregues/ })
      .click();
    await expect(page).toHaveURL(/\?grupo=entregues$/);
    const delivered = page.getByRole('region', { name: 'Entregues' });
    await expect(delivered.getByRole('listitem')).toHaveCount(1);
    await expect(delivered).toContainText('On the Way 1');
    await expectNoAxeFindings(page);
  });

  test('an order shows its steps, its cost and its tracking (ORDER-11)', { tag: '@connected' }, async ({ page }) => {
    await page.goto('/pedidos');
    await page.getByRole('link', { name: /P-000003/ }).click();
    await expect(page).toHaveURL(/\/pedidos\/3$/);
    const way = page.getByRole('region', { name: 'Andamento' });
    await expect(way.getByRole('listitem')).toHaveCount(7);
    await expect(way.locator('[aria-current="step"]')).toContainText('Coletado pela transportadora');
    await expect(page.getByRole('link', { name: /Rastrear/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Itens' })).toContainText('R$ 1.135,90');
    await expect(page.getByRole('button', { name: 'Cancelar pedido' })).toHaveCount(0);
  });

  test('the bill of an order is paid like any other (ORDER-06)', async ({ page }) => {
    await page.goto('/pedidos/9');
    await page.getByRole('link', { name: 'Pagar agora' }).click();
    await expect(page).toHaveURL(/\/financial\/pagar\?parcelas=5001$/);
    await expect(page.getByText('Pedido P-000009').first()).toBeVisible();
    await expect(page.getByText('R$ 1.663,90').first()).toBeVisible();
  });

  for (const [id, words] of [
    [2, 'Cancelado'],
    [8, 'Processando pedido'],
    [10, 'Fazer o teste de nível'],
  ] as const) {
    test(`order ${id}, whose status is none of the steps, marks no current step`, { tag: '@deep' }, async ({
      page,
    }) => {
      await page.goto(`/pedidos/${id}`);
      await expect(page.getByRole('region', { name: 'Andamento' })).toContainText(words);
      await expect(page.locator('[aria-current="step"]')).toHaveCount(0);
    });
  }

  for (const theme of ['claro', 'escuro'] as const) {
    test(`order and form can be read in the theme ${theme} of both brands`, { tag: '@deep' }, async ({
      page,
      context,
    }) => {
      for (const brand of ['knn', 'phenom'] as const) {
        await setTheme(context, brand, theme);
        for (const path of [
          '/pedidos',
          '/pedidos?parte=loja',
          '/pedidos/9',
          '/pedidos/10',
          '/pedidos/create/101/REACH-2',
        ]) {
          const host = brand === 'phenom' ? 'phenom.localhost' : 'localhost';
          await page.goto(`http://${host}:${new URL(test.info().project.use.baseURL ?? '').port}${path}`);
          await untilHydrated(page);
          await expectNoAxeFindings(page);
        }
      }
    });
  }

  test.describe('orders of others', () => {
    test.use({ tolerated: [/status of 404/] });
    for (const path of ['/pedidos/99999', '/pedidos/create/102/WAY-2', '/pedidos/create/101/NADA']) {
      test(`${path} is not found (ROLE-08)`, { tag: ['@connected', '@deep'] }, async ({ page }) => {
        expect((await page.goto(path))?.status()).toBe(404);
        await expect(page.getByRole('link', { name: 'Ver meus pedidos' })).toBeVisible();
        await expectNoAxeFindings(page);
      });
    }
  });
});

/** A portal of the test's own knows no session of the shared one. */
async function enter(page: Page, login = 'aluna@demo.example'): Promise<void> {
  await page.goto('/login/main?next=%2Fpedidos%3Fparte%3Dloja');
  await page.getByLabel('E-mail ou CPF').fill(login);
  await page.getByLabel('Senha', { exact: true }).fill('portal-demo');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL(/\/pedidos\?parte=loja$/);
}

/** Puts two products into the cart and opens it. */
async function fillCart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Adicionar On the Way 2' }).click();
  await expect(page.getByLabel('On the Way 2 no carrinho')).toHaveText('1');
  await page.getByRole('button', { name: 'Adicionar Kit On the Way' }).click();
  const bar = page.getByRole('link', { name: /Ver carrinho/ });
  await expect(bar).toContainText('2 itens');
  await expect(bar).toContainText('Com mais 1 item, você economiza R$ 60,00 no total.');
  await bar.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Carrinho' })).toBeVisible();
}

freshTest(
  'an order of several products, from the shelf to its cancellation (ORDER-16…21)',
  {
    tag: '@both',
  },
  async ({ page }) => {
    await enter(page);
    await fillCart(page);
    await untilHydrated(page);

    const summary = page.getByRole('region', { name: 'Resumo' });
    const total = summary.locator('dd').last();
    await expect(total).toHaveText('R$ 1.116,00');
    const quantity = page.getByLabel('Quantidade de On the Way 2');
    await page.getByRole('button', { name: 'Um a mais: On the Way 2' }).click();
    await expect(quantity).toHaveText('2');
    await expect(total).toHaveText('R$ 1.644,00');
    await expect(summary).toContainText('−R$ 60,00');
    await expectNoAxeFindings(page);

    const coupon = summary.getByLabel('Cupom');
    await coupon.fill('CAFE5');
    await page.keyboard.press('Enter');
    await expect(summary.getByText('Este cupom vale no parceiro')).toBeVisible();
    await expect(coupon).toHaveValue('CAFE5');
    await coupon.fill('material10');
    await summary.getByRole('button', { name: 'Aplicar' }).click();
    await expect(summary.getByText('MATERIAL10 aplicado: menos R$ 164,40.')).toBeVisible();
    await expect(total).toHaveText('R$ 1.479,60');

    await page.getByText('Receber em casa').click();
    await expect(page.getByLabel('CEP')).toHaveValue('13015-904');
    await expect(total).toHaveText('R$ 1.499,50');
    await page.getByLabel('Rua').fill('');
    await page.getByRole('button', { name: 'Fazer pedido' }).click();
    await expect(page.getByLabel('Rua')).toBeFocused();
    await expect(summary.getByRole('alert')).toContainText('Confira os campos marcados');
    await expectNoAxeFindings(page);
    await page.getByLabel('Rua').fill('Rua das Palmeiras');
    await page.getByLabel('Pagamento', { exact: true }).selectOption('12');
    await page.getByRole('button', { name: 'Fazer pedido' }).click();
    await expect(page.getByRole('checkbox')).toBeFocused();
    await expect(page.getByRole('checkbox')).toHaveAccessibleDescription(/aceita as condições/);
    await expect(summary.getByRole('alert')).toContainText('Confira o campo marcado');

    await page.reload();
    await untilHydrated(page);
    await expect(quantity).toHaveText('2');
    await expect(page.getByLabel('Rua')).toHaveValue('Rua das Palmeiras');
    await expect(total).toHaveText('R$ 1.499,50');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Fazer pedido' }).click();

    await expect(page).toHaveURL(/\/pedidos\/11\?novo=1$/);
    await expect(page.getByText('Pedido feito')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Itens' }).getByRole('listitem')).toHaveCount(2);
    await expect(page.getByRole('region', { name: 'Itens' })).toContainText('R$ 1.499,50');
    await expect(page.getByRole('link', { name: 'Pagar agora' })).toHaveAttribute('href', /parcelas=\d+/);
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Cancelar pedido' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancelar este pedido?' });
    await expectNoAxeFindings(page);
    await dialog.getByLabel('Por quê?').fill('Pedi a mais');
    await dialog.getByRole('button', { name: 'Cancelar pedido' }).click();
    await expect(page).toHaveURL(/\?cancelado=1$/);
    await expect(page.getByRole('region', { name: 'Andamento' })).toContainText('Pedi a mais');
    await expect(page.getByRole('button', { name: 'Cancelar pedido' })).toHaveCount(0);
  },
);

freshTest('a cart is stored for its person, and empty without its last product', { tag: '@deep' }, async ({ page }) => {
  await enter(page, 'menor@demo.example');
  await expect(page.getByRole('region', { name: 'On the Way 2' })).toContainText('Seu próximo livro');
  await page.getByRole('button', { name: 'Adicionar On the Way 2' }).click();
  await expect(page.getByLabel('On the Way 2 no carrinho')).toHaveText('1');
  await forgetSession(page);
  await enter(page, 'menor@demo.example');
  await page.getByRole('link', { name: /^Carrinho/ }).click();
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Tirar On the Way 2' }).click();
  await expect(page.getByRole('heading', { name: 'Seu carrinho está vazio' })).toBeVisible();
  await expectNoAxeFindings(page);
});

freshTest.describe('without JavaScript', () => {
  freshTest.use({ javaScriptEnabled: false, tolerated: [/status of (409|422)/] });

  freshTest('a cart is ordered at the price that the page showed', { tag: '@deep' }, async ({ page }) => {
    await enter(page);
    await fillCart(page);
    const summary = page.getByRole('region', { name: 'Resumo' });
    const total = summary.locator('dd').last();
    await page.getByRole('button', { name: 'Um a mais: Kit On the Way' }).click();
    await expect(page.getByLabel('Quantidade de Kit On the Way')).toHaveText('2');
    await expect(total).toHaveText('R$ 1.644,00');
    await summary.getByLabel('Cupom').fill('material10');
    await page.getByText('Receber em casa').click();
    const order = page.getByRole('button', { name: 'Fazer pedido' });
    await order.click();
    await expect(page.getByRole('checkbox')).toHaveAccessibleDescription(/aceita as condições/);
    await expect(page.getByLabel('CEP')).toHaveValue('13015-904');
    await expect(total).toHaveText('R$ 1.499,50');
    await page.getByLabel('Rua').fill('');
    await page.getByRole('checkbox').check();
    await order.click();
    await expect(page.getByLabel('Rua')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('checkbox')).toBeChecked();
    await page.getByLabel('Rua').fill('Rua das Palmeiras');
    // The page has shown another price.
    await page.getByText('Retirar na escola').click();
    await order.click();
    await expect(summary.getByRole('alert')).toContainText('o total é R$ 1.479,60');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await order.click();
    await expect(page).toHaveURL(/\/pedidos\/11\?novo=1$/);
    await expect(page.getByRole('region', { name: 'Itens' })).toContainText('R$ 1.479,60');
    // A second press of the same form leads to the same order.
    const again = await page.request.post('/pedidos/carrinho', {
      data: (await sent).postDataBuffer() ?? Buffer.alloc(0),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      maxRedirects: 0,
    });
    expect([again.status(), again.headers().location]).toEqual([303, '/pedidos/11?novo=1']);
    await page.goto('/pedidos/carrinho');
    await expect(page.getByRole('heading', { name: 'Seu carrinho está vazio' })).toBeVisible();
  });
});

freshTest.describe('on a bad line', () => {
  freshTest.use({ tolerated: [/status of 50\d/] });
  freshTest('a lost answer does not make a second order (S4)', { tag: '@deep' }, async ({ page }) => {
    await enter(page);
    await page.goto('/pedidos/create/101/KIT-WAY');
    await untilHydrated(page);
    await page.getByRole('checkbox').check();
    const keys: (string | null)[] = [];
    await page.route('**/pre-invoice/create/', async (route) => {
      keys.push(await route.request().headerValue('idempotency-key'));
      const answer = await route.fetch();
      if (keys.length === 1) await route.fulfill({ status: 502, json: { detail: '' } });
      else await route.fulfill({ response: answer });
    });
    await page.getByRole('button', { name: 'Fazer pedido' }).click();
    await expect(page.getByText('Não foi possível fazer o pedido.')).toBeVisible();
    await page.reload();
    await untilHydrated(page);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Fazer pedido' }).click();
    await expect(page).toHaveURL(/\/pedidos\/11\?novo=1$/);
    expect(new Set(keys).size).toBe(1);
    await page.goto('/pedidos');
    await expect(page.getByRole('region', { name: 'Em andamento' }).getByRole('listitem')).toHaveCount(9);
  });
});

freshTest('a coupon is marked at the partner’s, once', async ({ page }) => {
  await enter(page);
  const coupon = page.getByRole('region', { name: 'Cupons' }).getByRole('listitem').filter({ hasText: 'Café' });
  await coupon.getByText('Já mostrei no caixa').click();
  await coupon.getByRole('button', { name: 'Marcar como usado' }).click();
  await expect(coupon).toContainText('Usado em');
  await expect(coupon.getByText('CAFE5')).toHaveCount(0);
});
