import type { Page } from '@playwright/test';
import { formatMoney } from '../../src/lib/format/money.ts';
import { cards } from '../support/card-body.ts';
import { askDev } from './support/dev-pages.ts';
import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest as test, untilHydrated } from './support/portal-test.ts';

/** Ana's overdue instalment, and the next two. */
const LATE = 105;
const NEXT = 106;

/** Ana's late amount, which grows from day to day. */
async function lateAmount(page: Page): Promise<string> {
  const answer = await page.request.get('/api/v1/at-home/financeiro/');
  const { resumo } = (await answer.json()) as { resumo: { vencido_centavos: number } };
  expect(resumo.vencido_centavos).toBeGreaterThan(34_900 + 698);
  return formatMoney(resumo.vencido_centavos);
}

/** Pays the code on the screen, as the payer's bank does. */
async function payInBank(page: Page): Promise<void> {
  const address = (await page.getByAltText('QR code do Pix').getAttribute('src')) ?? '';
  const txid = /pix\/(\w+)\/qr/.exec(address)?.[1];
  await askDev(page, `/dev/banco/${txid}`, 'POST');
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Número do cartão').fill(number);
  await page.getByLabel('Nome impresso no cartão').fill('ANA SOUZA');
  await page.getByLabel('Validade').fill('12/35');
  await page.getByLabel('Código (CVV)').fill('123');
  await page.getByLabel('CPF de quem é o cartão').fill('529.982.247-25');
}

test.beforeEach(async ({ page }) => {
  await logIn(page, 'aluna@demo.example');
});

test('a Pix that is paid while the page is open turns into a receipt, without a reload (FIN-03, FIN-05)', async ({
  page,
}) => {
  const late = await lateAmount(page);
  await page.goto('/financial');
  await expect(page.getByText(`${late} em atraso`)).toBeVisible();
  await page.getByRole('link', { name: /Pagar o atraso/ }).click();
  await expect(page.getByRole('button', { name: 'Copiar código Pix' })).toBeVisible();
  await expect(page.getByText(/Vale por mais (29|30):\d\d/)).toBeVisible();
  // The amount is shown first; image and text of the code are collapsed on a phone.
  await expect(page.getByText(late).first()).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Copiar código Pix' })).toBeInViewport();
  await expect(page.getByRole('img', { name: 'QR code do Pix' })).toBeHidden();
  await page.getByRole('button', { name: 'Mostrar o QR code' }).click();
  await expect(page.getByRole('img', { name: 'QR code do Pix' })).toBeVisible();
  await page.getByText('Ver o código para copiar à mão').click();
  await expect(page.getByLabel(/Código Pix de/)).toBeVisible();
  await expect(page.getByLabel(/Código Pix de/)).toHaveValue(/^000201.*br\.gov\.bcb\.pix/);
  await expectNoAxeFindings(page);
  await page.evaluate(() => document.documentElement.setAttribute('data-kept', ''));
  await payInBank(page);
  await expect(page.getByRole('heading', { name: 'Pagamento recebido' })).toBeFocused({ timeout: 20_000 });
  await expect(page.locator('html[data-kept]')).toBeAttached();
  await expectNoAxeFindings(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Baixar recibo (PDF)' }).click();
  expect((await download).suggestedFilename()).toMatch(/^recibo-.*\.pdf$/);
  await page.getByRole('link', { name: 'Voltar a Pagamentos' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pagamentos' })).toBeVisible();
  await expect(page.getByText('em atraso')).toHaveCount(0);
  await page.getByRole('link', { name: 'Extrato' }).click();
  await expect(page.getByRole('row', { name: /Mensalidade 5 de 12/ })).toContainText(late);
});

test('several installments are paid with one code', { tag: '@both' }, async ({ page }) => {
  await page.goto('/financial');
  await page.getByRole('checkbox', { name: 'Escolher Mensalidade 6 de 12' }).check();
  await page.getByRole('checkbox', { name: 'Escolher Mensalidade 7 de 12' }).check();
  await page.getByRole('button', { name: 'Pagar 2 parcelas · R$ 658,00' }).click();
  await expect(page.getByText('R$ 658,00').first()).toBeVisible();
  await expect(page.getByLabel('Código Pix de R$ 658,00')).toBeAttached();
  await payInBank(page);
  await expect(page.getByRole('heading', { name: 'Pagamento recebido' })).toBeVisible();
  await page.goto('/financial?mostrar=pagas');
  for (const name of ['Mensalidade 6 de 12', 'Mensalidade 7 de 12']) {
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: name })
        .getByRole('link', { name: /Recibo/ }),
    ).toBeVisible();
  }
});

test('the expiry of a code is announced, and one press makes a new one', { tag: '@deep' }, async ({ page }) => {
  // The code is valid for half an hour: here the answer says that most of it has passed.
  const leaving = (seconds: number) =>
    page.route('**/cobranca/execute/pix/portal/**', async (route) => {
      const answer = await route.fetch();
      const expira_em = new Date(Date.now() + seconds * 1000).toISOString();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), expira_em } });
    });
  const code = page.getByLabel(/Código Pix de/);
  // Time for the page before it first reads the clock.
  await leaving(308);
  await page.goto(`/financial/pagar?parcelas=${NEXT}`);
  await expect(code).toBeAttached();
  await expect(page.getByText('Faltam 5 minutos para o código expirar.')).toBeAttached({ timeout: 30_000 });
  await page.unrouteAll({ behavior: 'wait' });
  await leaving(12);
  await page.reload();
  await expect(page.getByText('Este código expirou.')).toBeVisible({ timeout: 30_000 });
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Gerar novo código' }).click();
  await expect(code).toHaveValue(/^000201/);
  // Not twelve seconds more, although the page is that old.
  await expect(page.getByText(/Vale por mais (2\d:\d\d|30:0\d)/)).toBeVisible();
});

test.describe('without network', () => {
  test.use({ tolerated: [/ERR_INTERNET_DISCONNECTED/] });

  test('a tab without connection keeps the code, and shows the payment later', { tag: '@deep' }, async ({
    page,
    context,
  }) => {
    await page.goto(`/financial/pagar?parcelas=${NEXT}`);
    const copy = page.getByRole('button', { name: 'Copiar código Pix' });
    await expect(copy).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText(/Sem conexão agora/)).toBeVisible();
    await expect(copy).toBeVisible();
    const address = (await page.getByAltText('QR code do Pix').getAttribute('src')) ?? '';
    await context.setOffline(false);
    const txid = /pix\/(\w+)\/qr/.exec(address)?.[1];
    await askDev(page, `/dev/banco/${txid}`, 'POST');
    await expect(page.getByRole('heading', { name: 'Pagamento recebido' })).toBeVisible();
  });

  test('a card without network keeps its form, and the second attempt pays once', { tag: '@deep' }, async ({
    page,
    context,
  }) => {
    await page.goto(`/financial/pagar?parcelas=${NEXT}&forma=cartao`);
    await untilHydrated(page);
    await fillCard(page, cards.approved);
    await context.setOffline(true);
    await page.getByRole('button', { name: /^Pagar R\$/ }).click();
    await expect(page.getByText(/Não conseguimos falar com o servidor/)).toBeVisible();
    await expect(page.getByLabel('Número do cartão')).toHaveValue('4000 0000 0000 0010');
    await context.setOffline(false);
    await page.getByRole('button', { name: /^Pagar R\$/ }).click();
    await expect(page.getByRole('heading', { name: 'Pagamento recebido' })).toBeVisible();
  });
});

test('a refused card keeps the form and says why; another one pays (FIN-04, FIN-07)', async ({ page }) => {
  await page.goto(`/financial/pagar?parcelas=${LATE}&forma=cartao`);
  await untilHydrated(page);
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: /^Pagar R\$/ }).click();
  await expect(page.getByText('Este campo é obrigatório').first()).toBeVisible();
  await fillCard(page, cards.noFunds);
  await expect(page.getByText('Cartão Visa')).toBeVisible();
  await page.getByLabel('Em quantas vezes').selectOption('3');
  await page.getByRole('button', { name: /^Pagar R\$/ }).click();
  await expect(page.getByRole('alert')).toContainText('não tem limite disponível');
  await expect(page.getByRole('alert').getByRole('link', { name: 'Pagar com Pix' })).toBeInViewport();
  await expect(page.getByLabel('Nome impresso no cartão')).toHaveValue('ANA SOUZA');
  await expect(page.getByLabel('Em quantas vezes')).toHaveValue('3');
  await page.getByLabel('Número do cartão').fill(cards.approved);
  await page.getByRole('button', { name: /^Pagar R\$/ }).click();
  await expect(page.getByRole('heading', { name: 'Pagamento recebido' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Pagamento recebido' })).toBeVisible();
});

test('a link lets somebody else pay, without a login and with no more than a first name on the page (FIN-06)', async ({
  page,
  browser,
}) => {
  await page.goto(`/financial/pagar?parcelas=${NEXT}`);
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Criar link de pagamento' }).click();
  const link = await page.getByLabel('Link de pagamento', { exact: true }).inputValue();
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const stranger = await context.newPage();
  await stranger.goto(new URL(new URL(link).pathname, page.url()).href);
  await expect(stranger.getByRole('heading', { level: 1, name: 'Pagamento' })).toBeVisible();
  await expect(stranger.getByRole('button', { name: 'Copiar código Pix' })).toBeVisible();
  await expect(stranger.getByText('Aluno(a): Ana S.')).toBeVisible();
  await untilHydrated(stranger);
  await stranger.getByRole('button', { name: 'Copiar código Pix' }).click();
  await expect(stranger.getByText('Código copiado. Cole no aplicativo do seu banco.')).toBeVisible();
  await expect(stranger.getByRole('button', { name: 'Copiado', exact: true })).toBeVisible();
  expect(await stranger.content()).not.toMatch(/Souza|aluna@/);
  await expectNoAxeFindings(stranger);
  await stranger.getByRole('navigation', { name: 'Forma de pagamento' }).getByRole('link', { name: 'Cartão' }).click();
  await untilHydrated(stranger);
  await fillCard(stranger, cards.approved);
  await stranger.getByRole('button', { name: /^Pagar R\$/ }).click();
  await expect(stranger.getByRole('heading', { name: 'Pagamento recebido' })).toBeVisible();
  const download = stranger.waitForEvent('download');
  await stranger.getByRole('link', { name: 'Baixar recibo (PDF)' }).click();
  expect((await download).suggestedFilename()).toMatch(/^recibo-.*\.pdf$/);
  await context.close();
});

test.describe('no bill of mine', () => {
  test.use({ tolerated: [/status of 404/] });

  test('a bill of somebody else shows a message', { tag: '@deep' }, async ({ page }) => {
    for (const wish of ['parcelas=201', 'parcelas=x', '']) {
      const answer = await page.goto(`/financial/pagar?${wish}`);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'Não encontramos esta parcela' })).toBeVisible();
    }
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a Pix code is made and its payment seen', { tag: '@deep' }, async ({ page }) => {
    await page.goto(`/financial/pagar?parcelas=${NEXT}`);
    await page.getByRole('button', { name: 'Gerar código Pix' }).click();
    await expect(page.getByRole('textbox', { name: 'Código Pix' })).toHaveValue(/^000201/);
    await payInBank(page);
    await page.getByRole('button', { name: 'Já paguei, conferir' }).click();
    await expect(page.getByRole('heading', { name: 'Pagamento recebido' })).toBeVisible();
  });

  test('the statement is filtered in a sheet, whose button shows the number of filters', { tag: '@deep' }, async ({
    page,
  }) => {
    await page.goto('/financial/transactions');
    const months = page.getByRole('rowheader', { name: /^\p{L}+ de \d{4}$/u });
    const before = await months.count();
    expect(before).toBeGreaterThan(1);
    const sheet = page.getByRole('search', { name: 'Filtro' });
    const spans = sheet.getByRole('navigation', { name: 'Período' }).getByRole('link');
    await expect(sheet).toBeHidden();
    await page.getByRole('button', { name: 'Filtrar', exact: true }).click();
    await spans.last().click();
    await page.getByRole('button', { name: /1 filtro ativo/ }).click();
    await expect(spans.last()).toHaveAttribute('aria-current', 'true');
    await sheet.getByLabel('Forma').selectOption('Cartão');
    await sheet.getByText('Datas').click();
    await expect(sheet.getByLabel('De', { exact: true })).toHaveValue(/^\d{4}-\d{2}-\d{2}$/);
    await sheet.getByRole('button', { name: 'Filtrar' }).click();
    await expect(page).toHaveURL(/forma=cartao/);
    await expect(page.getByRole('button', { name: /2 filtros ativos/ })).toBeVisible();
    await page.getByRole('link', { name: 'Limpar' }).first().click();
    await expect(months).toHaveCount(before);
  });
});

test('a notice that slides over a button during a press does not take it', { tag: '@deep' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/financial/pagar?parcelas=${NEXT}`);
  await untilHydrated(page);
  await page.evaluate(() => {
    const box = Object.assign(document.createElement('input'), { type: 'checkbox', ariaLabel: 'Sob o aviso' });
    Object.assign(box.style, { position: 'fixed', insetBlockStart: '83px', insetInlineStart: '37px' });
    document.querySelector('main')?.append(box);
  });
  const box = page.getByRole('checkbox', { name: 'Sob o aviso' });
  const { x = 0, y = 0 } = (await box.boundingBox()) ?? {};
  await page.mouse.move(x + 5, y + 5);
  await page.mouse.down();
  await page.getByRole('button', { name: 'Copiar código Pix' }).dispatchEvent('click');
  const notice = page.locator('.toast-item');
  const reaches = async () => {
    const place = await notice.boundingBox();
    return place !== null && place.y < y && place.y + place.height > y + 10;
  };
  await expect.poll(reaches).toBe(true);
  await page.mouse.up();
  await expect(box).toBeChecked();
});

test('if copying is not allowed, the Pix code opens as selected text', { tag: '@deep' }, async ({ page }) => {
  await page.addInitScript(() => {
    const writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  });
  await page.goto(`/financial/pagar?parcelas=${NEXT}`);
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Copiar código Pix' }).click();
  const field = page.getByRole('textbox', { name: /^Código Pix de/ });
  await expect(field).toBeFocused();
  expect(await page.evaluate(() => String(getSelection()))).toBe(await field.inputValue());
  await expect(page.getByText('Não foi possível copiar. Selecione o texto e copie.')).toBeVisible();
});

test('a boleto is issued, copied with one tap, and cancelled for a Pix', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/financial/pagar?parcelas=${NEXT}`);
  const ways = page.getByRole('navigation', { name: 'Forma de pagamento' });
  await expect(ways.getByRole('link')).toHaveText(['Pix', 'Boleto', 'Cartão']);
  await ways.getByRole('link', { name: 'Boleto' }).click();
  await page.getByRole('button', { name: 'Emitir boleto' }).click();
  await expect(page.getByText('Boleto emitido, aguardando pagamento (até 2 dias úteis)')).toBeVisible();
  await untilHydrated(page);
  const line = page.getByLabel('Código do boleto', { exact: true });
  await expect(line).toHaveValue(/^\d{47}$/);
  const copy = page.getByRole('button', { name: 'Copiar: Código do boleto' });
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(async () => (await copy.boundingBox())?.width === (await line.boundingBox())?.width).toBe(true);
  await copy.click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(await line.inputValue());
  await expect(page.getByRole('button', { name: 'Copiado: Código do boleto' })).toHaveText('Copiado');
  await expect(page.getByText('Copiado.')).toBeVisible();
  await expect(ways).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expectNoAxeFindings(page);
  await page.goto('/financial');
  await expect(page.getByText('Boleto emitido, aguardando pagamento')).toBeVisible();
  await page.goto(`/financial/pagar?parcelas=${NEXT}`);
  await page.getByRole('button', { name: 'Cancelar boleto e pagar de outra forma' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Copiar código Pix' })).toBeVisible();
});
