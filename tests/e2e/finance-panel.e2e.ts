import { expectWholeTitles } from './support/kit-list.ts';
import { forgetSession, logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest, untilHydrated } from './support/portal-test.ts';
import { expectWithinReach } from './support/reach.ts';

// The browser logs refusals (409, 422) as errors of the console.
freshTest.use({ tolerated: [/status of 4(09|22)/] });

const OFFICE = 'gestora@demo.example';

freshTest('a late bill is found, recorded as paid on a chosen day, and undone', { tag: '@both' }, async ({ page }) => {
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/financeiro?estado=vencidas');
  await expectWithinReach(page);
  await expectNoAxeFindings(page);
  await page.getByRole('searchbox', { name: 'Nome, matrícula ou CPF do aluno' }).fill('ana souza');
  await expect(page).toHaveURL(/q=ana/);
  await page.getByRole('link', { name: /^Ana Souza.*Mensalidade 5 de 12/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mensalidade 5 de 12');
  await expect(page.getByRole('region', { name: 'Aluno' })).toContainText('(19) 99123-4567');
  await expectWithinReach(page);
  await expectNoAxeFindings(page);

  // Choosing the day before shows the amount of that day, and keeps the chosen method.
  await page.getByRole('button', { name: 'Receber', exact: true }).click();
  const counter = page.getByRole('dialog', { name: 'Receber' });
  await counter.getByLabel('Forma').selectOption('maquina');
  const field = counter.getByLabel('Dia em que foi pago');
  await expect(counter.getByRole('button', { name: /^Anotar R/ })).toBeVisible();
  const today = await field.inputValue();
  await field.fill((await field.getAttribute('min')) ?? '');
  await expect(counter.getByRole('status')).toContainText('349,00');
  await expect(counter.getByRole('button', { name: /^Anotar.*349,00/ })).toBeVisible();
  await expect(counter.getByLabel('Forma')).toHaveValue('maquina');
  await expectNoAxeFindings(page);
  await field.fill(today);
  await expect(counter.getByRole('status')).toHaveCount(0);
  await counter.getByRole('button', { name: /^Anotar/ }).click();
  await expect(page.getByText(/Recebimento de R\$\s358,\d\d anotado/).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Em resumo' })).toContainText('Cartão na escola');
  const receipt = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Baixar o recibo' }).click();
  expect((await receipt).suggestedFilename()).toMatch(/^recibo-.*\.pdf$/);
  await expectNoAxeFindings(page);

  await page.getByRole('button', { name: 'Desfazer a anotação de hoje' }).click();
  await page.getByLabel('Motivo').fill('Aluna errada');
  await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
  await expect(page.getByText('A parcela está em aberto de novo').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'O que aconteceu' })).toContainText('Aluna errada');
});

freshTest('a partial payment and reminders are done by keyboard only', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/financeiro?estado=vencidas');
  await untilHydrated(page);
  const rows = page.getByRole('main').locator('tbody tr');
  const box = await rows.first().boundingBox();
  expect(box?.y).toBeLessThanOrEqual(220);
  expect(box?.height).toBe(44);
  await expectWholeTitles(page);
  await expect(rows.first()).toContainText('(19) 99123-4567');
  await expect(rows.first().getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute('href', /wa\.me\/5519991234567/);

  await page.keyboard.press('j');
  await page.keyboard.press('r');
  const counter = page.getByRole('dialog', { name: 'Receber' });
  await expect(counter.getByRole('button', { name: /^Anotar R/ })).toBeVisible();
  const amount = counter.getByLabel('Valor recebido (R$)');
  await amount.fill('mil');
  await page.keyboard.press('Enter');
  await expect(counter.getByText('Digite um valor, como 150,00')).toBeVisible();
  await amount.fill('9.000,00');
  await page.keyboard.press('Enter');
  await expect(counter.getByText(/no máximo\. O que passa disso é troco/).first()).toBeVisible();
  await expectNoAxeFindings(page);
  await amount.fill('100');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Parte de R\$\s100,00 anotada/).first()).toBeVisible();
  await expect(rows.first()).toContainText('258,');

  await page.keyboard.press('x');
  await page.keyboard.press('l');
  const reminder = page.getByRole('dialog', { name: 'Lembrar' });
  await expect(reminder.getByRole('button', { name: 'Enviar o lembrete' })).toBeFocused();
  await expectNoAxeFindings(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Lembrete enviado.').first()).toBeVisible();
  await expect(reminder).toBeHidden();
  await page.keyboard.press('l');
  await reminder.getByRole('button', { name: 'Enviar o lembrete' }).press('Enter');
  await expect(reminder.getByText('Já foi lembrada hoje.').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(reminder).toBeHidden();
  await expect(rows.first().getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'O que aconteceu' })).toContainText('lembrou quem paga');
  // Back to the list as it was.
  await untilHydrated(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/estado=vencidas$/);
  await untilHydrated(page);
  await expect(rows.first().getByRole('link').first()).toBeFocused();
});

freshTest('a refused discount keeps the form, and a discount shows in the history', async ({ page }) => {
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/financeiro/106');
  await untilHydrated(page);
  await page.keyboard.press('d');
  const change = page.getByRole('dialog', { name: 'Desconto ou sem multa' });
  const amount = change.getByLabel('Desconto da escola (R$)');
  await amount.fill('329,00');
  await change.getByLabel('Motivo').fill('Irmãos');
  await change.getByRole('button', { name: 'Mudar o valor' }).click();
  await expect(change.getByText('O desconto não deixa nada a pagar').first()).toBeVisible();
  await expect(amount).toHaveValue('329,00');
  await expectNoAxeFindings(page);
  await amount.fill('29');
  await change.getByRole('button', { name: 'Mudar o valor' }).click();
  await expect(page.getByRole('region', { name: 'Em resumo' })).toContainText('300,00');
  await expect(page.getByRole('region', { name: 'O que aconteceu' })).toContainText('Irmãos');
  await page.keyboard.press('p');
  const link = page.getByRole('textbox', { name: 'Link de pagamento' });
  await expect(link).toHaveValue(/\/pagar\//);
  await expectNoAxeFindings(page);
  // Without an answer there is nothing to send.
  await link.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Link de pagamento' })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('region', { name: 'O que aconteceu' })).not.toContainText('lembrou quem paga');
});

freshTest('a bill that changed meanwhile is paid at its new amount, and the form says so', async ({ page }) => {
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/financeiro/106');
  await untilHydrated(page);
  await page.keyboard.press('r');
  const counter = page.getByRole('dialog', { name: 'Receber' });
  const note = counter.getByRole('button', { name: /^Anotar/ });
  await expect(note).toHaveText(/329,00/);
  await page.evaluate(async () => {
    const body = JSON.stringify({ id: 106, abatimento_centavos: 2_900, sem_encargos: false, motivo: 'Irmãos' });
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'desconto-de-outra-pessoa' };
    await fetch('/api/v1/do/finance.discountBill/', { method: 'POST', headers, body });
  });
  await note.click();
  await expect(counter.getByText(/O valor mudou: agora são R\$\s300,00/).first()).toBeVisible();
  await expect(note).toHaveText(/300,00/);
  await note.click();
  await expect(page.getByText(/Recebimento de R\$\s300,00 anotado/).first()).toBeVisible();
});

freshTest('a value that an answer fills in under the cursor is replaced by typing', async ({ page }) => {
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/financeiro/106');
  await untilHydrated(page);
  const answer = Promise.withResolvers<void>();
  await page.route('**/finance.getSchoolBill/**', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.keyboard.press('r');
  const amount = page.getByLabel('Valor recebido (R$)');
  await amount.focus();
  answer.resolve();
  await expect(amount).toHaveValue('329,00');
  await page.keyboard.type('100');
  await expect(amount).toHaveValue('100');
});

freshTest.describe('without an answer', () => {
  freshTest.use({ tolerated: [/status of 503/] });

  freshTest('a form whose data failed to load sends nothing', async ({ page }) => {
    await logIn(page, OFFICE);
    await page.goto('/manager-panel/financeiro/106');
    await untilHydrated(page);
    await page.route('**/finance.getSchoolBill/**', (route) => route.fulfill({ status: 503, json: {} }));
    await page.keyboard.press('d');
    const change = page.getByRole('dialog', { name: 'Desconto ou sem multa' });
    await expect(change.getByRole('alert')).toContainText('Não carregamos agora.');
    await expect(change.getByRole('button', { name: 'Mudar o valor' })).toHaveCount(0);
    await expectNoAxeFindings(page);
    // Text that is marked by dragging may end on the backdrop.
    await change.getByLabel('Motivo').fill('Irmãos');
    const field = await change.getByLabel('Motivo').boundingBox();
    await page.mouse.move((field?.x ?? 0) + 20, (field?.y ?? 0) + 20);
    await page.mouse.down();
    await page.mouse.move(4, 4);
    await page.mouse.up();
    await expect(change.getByLabel('Motivo')).toHaveValue('Irmãos');
    await page.unroute('**/finance.getSchoolBill/**');
    await change.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(change.getByRole('button', { name: 'Mudar o valor' })).toBeVisible();
    await expect(change.getByLabel('Motivo')).toHaveValue('Irmãos');
  });
});

freshTest('a contract and an agreement have a preview', { tag: '@both' }, async ({ page }) => {
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/financeiro/contrato?aluno=1');
  await page.getByLabel('Curso').fill('Inglês B1');
  await page.getByLabel('Valor de cada parcela (R$)').fill('abc');
  await page.getByLabel('Número de parcelas').fill('3');
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect(page.getByText('Digite um valor, como 150,00')).toBeVisible();
  await expect(page.getByLabel('Curso')).toHaveValue('Inglês B1');
  await expectNoAxeFindings(page);
  await page.getByLabel('Valor de cada parcela (R$)').fill('350');
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect(page.getByText('1.050,00')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Criar o contrato' }).click();
  await expect(page.getByText('Contrato criado')).toBeVisible();

  await page.getByRole('button', { name: /^Mais ações/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Renegociar' }).click();
  await page.getByLabel('Número de parcelas').fill('2');
  await page.getByLabel('Motivo').fill('Desemprego');
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Conferir' }).click();
  await page.getByRole('button', { name: 'Fazer o acordo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acordo 1 de 2');
});

freshTest('the cash of a day shows who received which amount', { tag: '@both' }, async ({ page }) => {
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/financeiro/caixa');
  await expect(page.getByRole('heading', { name: /^Nada foi recebido na escola/ })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.goto('/manager-panel/financeiro/106');
  await untilHydrated(page);
  await page.keyboard.press('r');
  await page.getByLabel('Valor recebido (R$)').fill('100');
  await page.getByRole('button', { name: 'Anotar R$ 100,00' }).click();
  await expect(page.getByText(/Parte de R\$\s100,00 anotada/).first()).toBeVisible();
  await page.goto('/manager-panel/financeiro/caixa');
  await expect(page.getByRole('region', { name: /^Por pessoa/ })).toContainText(/Helena Prado.*100,00/s);
  await expectWithinReach(page);
  await expectNoAxeFindings(page);
  const table = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Baixar planilha' }).click();
  expect((await table).suggestedFilename()).toMatch(/^caixa-\d{4}-\d{2}-\d{2}\.csv$/);
  await page.getByRole('main').locator('tbody').getByRole('link').first().click();
  await expect(page).toHaveURL(/financeiro\/106$/);
  await page.goto('/manager-panel/financeiro/caixa');
  await page.getByRole('link', { name: 'Dia anterior' }).click();
  await expect(page.getByRole('link', { name: 'Dia seguinte' })).toBeVisible();
  // Any day, also one that no link names.
  await untilHydrated(page);
  await page.getByRole('button', { name: /^Filtrar/ }).click();
  const filter = page.getByRole('dialog', { name: 'Filtrar' });
  await filter.getByLabel('Dia', { exact: true }).and(page.locator('input')).fill('2024-02-29');
  await expectNoAxeFindings(page);
  await filter.getByRole('button', { name: 'Ver' }).click();
  await expect(page).toHaveURL(/caixa\?dia=2024-02-29$/);
  await expect(page.getByRole('heading', { name: 'Nada foi recebido na escola em 29/02/2024' })).toBeVisible();
  await page.goto('/manager-panel/financeiro/caixa?dia=2026-02-30');
  await expect(page.getByRole('region', { name: /^Por pessoa/ })).toBeVisible();
});

freshTest('the month-end close has sums and a download', { tag: '@both' }, async ({ page }) => {
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/financeiro/fechamento');
  const main = page.getByRole('main');
  await main
    .getByRole('link', { name: /^\p{Lu}\p{Ll}+ de \d{4}$/u })
    .first()
    .click();
  await expect(main.locator('tbody')).toContainText('349,00');
  await expectWithinReach(page);
  await expectNoAxeFindings(page);
  const table = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Baixar planilha' }).click();
  expect((await table).suggestedFilename()).toMatch(/^fechamento-\d{4}-\d{2}\.csv$/);
  // Months that are years ago have links to the month before and after, too.
  await page.goto('/manager-panel/financeiro/fechamento?mes=2020-01');
  for (const title of ['Dezembro de 2019', 'Fevereiro de 2020']) {
    await expect(main.getByRole('link', { name: title })).toBeVisible();
  }
});

freshTest('a promise and a pause stop reminders, and a step is switched on', { tag: '@both' }, async ({ page }) => {
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/financeiro/106');
  await untilHydrated(page);
  const [summary, history] = [
    page.getByRole('region', { name: 'Em resumo' }),
    page.getByRole('region', { name: 'O que aconteceu' }),
  ];
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /^Mais ações/ }).click();
    // A wide screen shows some acts beside the menu too.
    await page
      .getByRole('dialog', { name: /^Mais ações/ })
      .getByRole('button', { name, exact: true })
      .click();
  };
  await choose('Prometeu pagar');
  const promise = page.getByRole('dialog', { name: 'Prometeu pagar' });
  const day = promise.getByLabel('Prometeu pagar até');
  await day.fill((await day.getAttribute('min')) ?? '');
  await expectNoAxeFindings(page);
  await promise.getByRole('button', { name: 'Anotar a promessa' }).click();
  await expect(summary).toContainText('Prometeu');
  await expect(history).toContainText('anotou uma promessa');
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(summary).not.toContainText('Prometeu');

  await choose('Pausar lembretes');
  const pause = page.getByRole('dialog', { name: 'Pausar lembretes' });
  await pause.getByLabel('Até quando').fill('');
  await pause.getByLabel('Motivo').fill('Está no hospital');
  await pause.getByRole('button', { name: 'Pausar', exact: true }).click();
  await expect(summary).toContainText('Pausado');
  await expect(history).toContainText('Está no hospital');
  await page.goto('/manager-panel/financeiro?estado=abertas&lembrete=pausa');
  await expect(page.getByRole('main').getByText('Ana Souza').first()).toBeVisible();
  await expectWithinReach(page);
  await expectNoAxeFindings(page);

  await page.goto('/manager-panel/financeiro/lembretes');
  await untilHydrated(page);
  await expectWithinReach(page);
  await expectNoAxeFindings(page);
  const week = page.getByRole('main').getByRole('row', { name: /7 dias depois/ });
  await week.getByRole('button', { name: /^Mais ações/ }).click();
  await page.getByRole('button', { name: 'Ligar', exact: true }).click();
  await expect(week).toContainText('Ligado');
  await page.reload();
  await expect(week).toContainText('Ligado');
});

freshTest(
  'the school allows agreements, and a student with debts makes one and gets its first Pix',
  { tag: '@both' },
  async ({ page }) => {
    await logIn(page, OFFICE);
    await page.goto('/manager-panel/financeiro/lembretes');
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Acordo pelo portal' }).click();
    const rules = page.getByRole('dialog', { name: 'Acordo pelo portal' });
    await rules.getByLabel(/^Quem paga pode/).check();
    await rules.getByLabel('Dias de atraso, no mínimo').fill('1');
    await rules.getByLabel('Dias de atraso, no máximo').fill('3650');
    await expectNoAxeFindings(page);
    await rules.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByText('Regras do acordo salvas').first()).toBeVisible();

    await forgetSession(page);
    await logIn(page, 'aluna@demo.example');
    await page.goto('/financial');
    await expectWithinReach(page);
    await page.getByRole('link', { name: 'Fazer um acordo' }).click();
    await page.getByLabel('Em quantas parcelas').selectOption('2');
    await expectWithinReach(page);
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Conferir' }).click();
    await expect(page.getByRole('heading', { name: 'Está certo?' })).toBeVisible();
    await expectWithinReach(page);
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Fazer o acordo' }).click();
    await expect(page).toHaveURL(/\/financial\/pagar\?parcelas=\d+&forma=pix/);
    await expect(page.getByText('Acordo 1 de 2').first()).toBeVisible();
  },
);
