import type { Page } from '@playwright/test';
import { askDev } from './support/dev-pages.ts';
import { forgetSession, logIn } from './support/log-in.ts';
import { pauseClock } from './support/paused-clock.ts';
import { expect, expectNoAxeFindings, freshTest, test, untilHydrated } from './support/portal-test.ts';

const PAGE = '/financial/cambio';

/** A school of its own has its own sessions, so the screens are used. */
async function enter(page: Page, path: string) {
  await page.goto(`/login/main?next=${encodeURIComponent(path)}`);
  await page.getByLabel('E-mail ou CPF').fill('aluna@demo.example');
  await page.getByLabel('Senha', { exact: true }).fill('portal-demo');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL(/cambio\?/);
  await untilHydrated(page);
}

test.beforeEach(({ loginAs }) => loginAs('aluna@demo.example'));

test('a foreign amount is quoted with everything that makes the total (EXCH-01, EXCH-04)', async ({ page }) => {
  await page.goto(PAGE);
  await untilHydrated(page);
  await page.getByLabel(/^Valor em/).pressSequentially('100000');
  await expect(page.getByLabel(/^Valor em/)).toHaveValue('100.000');
  await page.getByLabel(/^Valor em/).fill('1.000,00');
  await page.getByRole('button', { name: 'Cotar' }).click();
  const quote = page.getByRole('region', { name: 'Sua cotação' });
  await expect(quote.getByRole('heading', { name: 'Sua cotação' })).toBeFocused();
  for (const words of ['US$ 1.000,00', 'R$ 5.759,67', 'IOF de 3,5%', 'R$ 193,93', 'R$ 25,00', 'R$ 5,4321']) {
    await expect(quote).toContainText(words);
  }
  await expect(quote).toContainText(/Vale por (10:00|9:[3-5]\d)/);
  await expect(page).toHaveURL(/valor=1\.000%2C00/);
  await expectNoAxeFindings(page);
});

test('an amount in reais is quoted too, and a card in installments', { tag: '@deep' }, async ({ page }) => {
  await page.goto(PAGE);
  await untilHydrated(page);
  await page.getByLabel(/^Valor em/).fill('5.759,67');
  await page.getByLabel('Reais', { exact: true }).check();
  await page.getByLabel('Cartão', { exact: true }).check();
  await page.getByRole('button', { name: 'Cotar' }).click();
  const quote = page.getByRole('region', { name: 'Sua cotação' });
  await expect(quote).toContainText('US$ 1.000,00');
  await expect(quote.getByLabel('Em quantas vezes')).toContainText(
    '12× de R$ 479,97, a primeira de R$ 479,98, sem juros',
  );
  await expectNoAxeFindings(page);
});

test.describe('what is no amount', () => {
  test.use({ tolerated: [/status of 422/] });
  test('text that is no amount is an error at the field, and stays there', { tag: '@deep' }, async ({ page }) => {
    await page.goto(PAGE);
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Cotar' }).click();
    await expect(page.getByText('Digite um valor, como 1.500,00.')).toBeVisible();
    await page.getByLabel(/^Valor em/).fill('10');
    await page.getByLabel('Reais', { exact: true }).check();
    await page.getByRole('button', { name: 'Cotar' }).click();
    await expect(page.getByText(/não cobre a tarifa/)).toBeVisible();
    await expect(page.getByLabel(/^Valor em/)).toHaveValue('10');
    await expectNoAxeFindings(page);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the simulator is a form that the server answers', { tag: '@deep' }, async ({ page }) => {
    await page.goto(PAGE);
    await page.getByLabel(/^Valor em/).fill('1000');
    await page.getByRole('button', { name: 'Cotar' }).click();
    await expect(page.getByRole('region', { name: 'Sua cotação' })).toContainText('R$ 5.759,67');
    expect(await (await page.request.get(page.url())).text()).toContain('ligue o JavaScript');
  });
});

test('an expired quote can be requested again (EXCH-04)', { tag: '@deep' }, async ({ page }) => {
  await pauseClock(page);
  await page.goto(`${PAGE}?valor=100`);
  await untilHydrated(page);
  const quote = page.getByRole('region', { name: 'Sua cotação' });
  await page.clock.fastForward('08:30');
  await expect(quote.getByText('A cotação vence em 2 minutos.')).toBeAttached();
  await page.clock.fastForward('02:00');
  await expect(quote.getByText('A cotação venceu.').first()).toBeVisible();
  await expect(quote.getByRole('button', { name: /Pagar/ })).toHaveCount(0);
  // axe waits by the page's clock.
  await page.clock.resume();
  await expectNoAxeFindings(page);
});

async function nameReceiver(page: Page): Promise<void> {
  await page.getByLabel('Escola, empresa ou pessoa').fill('Oak College');
  await page.getByLabel('País').fill('Irlanda');
  await page.getByLabel('Conta, IBAN ou número de aluno').fill('IE12 BOFI 9000 0112');
}

freshTest('a quote is paid by Pix: its code, its picture, and the payment in the list (EXCH-02)', async ({ page }) => {
  await enter(page, `${PAGE}?valor=100`);
  await page.getByRole('button', { name: /Pagar .* com Pix/ }).click();
  // A payment abroad needs a receiver before anything is opened.
  await expect(page.getByLabel('País')).toHaveAttribute('aria-invalid', 'true');
  await nameReceiver(page);
  await page.getByRole('button', { name: /Pagar .* com Pix/ }).click();
  await page.waitForURL(/pagamento=\d+$/);
  await untilHydrated(page);
  await expect(page.getByLabel(/^Código Pix de R\$\s598,46/)).toHaveValue(/^000201/);
  await page.getByRole('button', { name: 'Mostrar o QR code' }).click();
  await expect(page.getByRole('img', { name: 'QR code do Pix' })).toBeVisible();
  await expect(page.getByText(/Vale por mais (10:00|9:)/)).toBeVisible();
  await expectNoAxeFindings(page);
  await page.reload();
  await untilHydrated(page);
  const txid = /pix\/(\w+)\/qr/.exec((await page.getByAltText('QR code do Pix').getAttribute('src')) ?? '')?.[1];
  await askDev(page, `/dev/banco/${txid}`, 'POST');
  await expect(page.getByRole('heading', { name: 'Pagamento recebido' })).toBeFocused({ timeout: 20_000 });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Baixar recibo' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
  await expectNoAxeFindings(page);
  // The receipt was opened from the page: it is one step back.
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Nova cotação' }).click();
  const list = page.getByRole('region', { name: 'Seus pagamentos' });
  await expect(list.getByRole('link', { name: /US\$ 100,00/ })).toContainText('Pago');
  await list.getByRole('link', { name: /US\$ 100,00/ }).click();
  await expect(page.getByText('Recebemos o pagamento.')).toBeVisible();
  await expect(page.getByText('Oak College, Irlanda')).toBeVisible();
  await expectNoAxeFindings(page);
});

freshTest('a boleto is cancelled by its payer, and another one by the office (EXCH-02)', async ({ page }) => {
  test.slow();
  const openBoleto = async () => {
    await page.goto(`${PAGE}?valor=100`);
    await untilHydrated(page);
    await nameReceiver(page);
    await page.getByRole('button', { name: 'Pagar com boleto' }).press('Enter');
    await page.waitForURL(/pagamento=\d+$/);
    await expect(page.getByLabel('Código do boleto', { exact: true })).toHaveValue(/^\d{47}$/);
  };
  await logIn(page, 'aluna@demo.example');
  await openBoleto();
  const end = page.getByRole('button', { name: 'Cancelar boleto' });
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expectNoAxeFindings(page);
  await end.press('Enter');
  await expect(page.getByText('O boleto foi cancelado, e nada foi cobrado.')).toBeVisible();
  await expect(end).toHaveCount(0);
  await expectNoAxeFindings(page);

  await openBoleto();
  const own = page.url();
  await forgetSession(page);
  await logIn(page, 'gestora@demo.example');
  await page.goto('/manager-panel/financeiro?estado=abertas&q=ana+souza');
  await page.getByRole('link', { name: /Câmbio de US\$\s100,00 para Oak College/ }).press('Enter');
  await page.getByRole('button', { name: 'Cancelar o boleto' }).press('Enter');
  const change = page.getByRole('dialog', { name: 'Cancelar o boleto' });
  await change.getByLabel('Motivo').fill('Pedido da família');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expectNoAxeFindings(page);
  await change.getByRole('button', { name: 'Cancelar o boleto' }).press('Enter');
  await expect(page.getByText('Boleto cancelado. O aluno foi avisado.').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'O que aconteceu' })).toContainText('cancelou um boleto');
  await expect(page.getByRole('button', { name: 'Cancelar o boleto' })).toHaveCount(0);
  await expectNoAxeFindings(page);
  await forgetSession(page);
  await logIn(page, 'aluna@demo.example');
  await page.goto(own);
  await expect(page.getByText('Para pagar, peça uma nova cotação.')).toBeVisible();
});

freshTest('a refused card keeps the form, and another one pays in installments (EXCH-03)', async ({ page }) => {
  await enter(page, `${PAGE}?valor=100&forma=cartao`);
  const fill = async (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  await fill('Número do cartão', '4000000000001018');
  await fill('Nome impresso no cartão', 'ANA SOUZA');
  await fill('Validade', '12/35');
  await fill('Código (CVV)', '123');
  await page.getByLabel('Em quantas vezes').selectOption('3');
  await nameReceiver(page);
  await page.getByRole('button', { name: /^Pagar R\$/ }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'não tem limite' })).toBeVisible();
  await expect(page.getByRole('alert').getByRole('button', { name: 'Pagar com Pix' })).toBeInViewport();
  await expect(page.getByLabel('Nome impresso no cartão')).toHaveValue('ANA SOUZA');
  await expectNoAxeFindings(page);
  await fill('Número do cartão', '4000000000000010');
  await page.getByRole('button', { name: /^Pagar R\$/ }).click();
  await expect(page.getByRole('heading', { name: 'Pagamento recebido' })).toBeVisible();
  await expectNoAxeFindings(page);
});

test.describe('a payment of somebody else', () => {
  test.use({ tolerated: [/status of 404/] });
  test('a payment of somebody else is not found (ROLE-08)', { tag: '@deep' }, async ({ page }) => {
    const answer = await page.goto(`${PAGE}?pagamento=999`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Este pagamento não está entre os seus' })).toBeVisible();
    await expectNoAxeFindings(page);
  });
});
