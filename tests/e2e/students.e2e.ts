import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { cpfOf } from '../support/cpf.ts';
import { readPdf } from '../support/pdf.ts';
import { expectWholeTitles } from './support/kit-list.ts';
import { logIn } from './support/log-in.ts';
import { inMail } from './support/mails.ts';
import { expect, expectNoAxeFindings, freshTest, untilHydrated } from './support/portal-test.ts';
import { expectPresses } from './support/presses.ts';
import { expectWithinReach } from './support/reach.ts';

const panel = '/manager-panel/profile';
const main = (page: Page) => page.getByRole('main');
const row = (page: Page, name: string) => main(page).locator('tbody tr').filter({ hasText: name });

async function add(page: Page, { name, email, cpf }: { name: string; email?: string; cpf?: string }) {
  await page.goto(`${panel}/novo`);
  await page.getByLabel('Nome completo').first().fill(name);
  if (email) await page.getByLabel('E-mail', { exact: true }).first().fill(email);
  if (cpf) await page.getByLabel('CPF', { exact: true }).first().fill(cpf);
  await page.getByRole('button', { name: 'Cadastrar aluno' }).click();
}

freshTest(
  'a student is created, invited, and logs in by the link of the mail',
  { tag: '@both' },
  async ({ page, browser, baseURL }) => {
    await logIn(page, 'gestora@demo.example');
    await page.goto(panel);
    await expect(row(page, 'Ana Souza')).toContainText(/vencida/);
    await expectWithinReach(page);
    await expectNoAxeFindings(page);

    await add(page, { name: 'Vitória Serrana' });
    await expect(page.getByText('Informe o e-mail ou o CPF')).toBeVisible();
    await expect(page.getByLabel('Nome completo').first()).toHaveValue('Vitória Serrana');
    await expectNoAxeFindings(page);
    await page.getByLabel('E-mail', { exact: true }).first().fill('vitoria@alunos.example');
    await page.getByRole('button', { name: 'Cadastrar aluno' }).click();
    await expect(page.getByRole('status')).toContainText('Aluno cadastrado. O convite sai por e-mail.');
    await expectNoAxeFindings(page);

    const link = await inMail(page, /\/convidado\?token=[\w-]+/);
    await page.goto(`${panel}?estado=convidado`);
    await expect(row(page, 'Vitória Serrana')).toContainText('Convidado');

    const visitor = await (await browser.newContext({ baseURL })).newPage();
    await visitor.goto(link);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Boas-vindas, Vitória');
    await expectNoAxeFindings(visitor);
    await visitor.getByLabel('Nova senha').fill('um cavalo azul');
    await visitor.getByRole('button', { name: 'Salvar e entrar' }).click();
    await expect(visitor).toHaveURL(/profile-update|dashboard/);
    await visitor.context().close();

    await page.goto(`${panel}?estado=entrou`);
    await untilHydrated(page);
    await page.getByLabel(/^Nome, matrícula/).fill('Vitória');
    await expect(row(page, 'Vitória Serrana')).toContainText('hoje');
  },
);

freshTest('the list is filtered while typing', { tag: '@deep' }, async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto(panel);
  await page.getByLabel(/^Nome, matrícula/).pressSequentially('felipe');
  await expect(row(page, 'Ana Souza')).toHaveCount(0);
  await expect(row(page, 'Felipe Nunes')).toBeVisible();
  await expect(page).toHaveURL(/q=felipe/);
  await row(page, 'Felipe Nunes').getByRole('link', { name: 'Felipe Nunes', exact: true }).click();
  await expect(main(page).getByRole('region', { name: 'Responsável' })).toContainText('Mudar o responsável');
  await expectWithinReach(page);
  await expectNoAxeFindings(page);
});

freshTest(
  'marked students are invited, and get sheets whose code opens the portal',
  async ({ page, browser, baseURL }) => {
    await logIn(page, 'gestora@demo.example');
    await add(page, { name: 'Wagner Sertão', cpf: cpfOf(111_222_333) });
    await expect(page.getByRole('status')).toContainText('Aluno cadastrado.');
    await page.goto(`${panel}?q=wagner`);
    await untilHydrated(page);
    await page.getByLabel('Marcar Wagner Sertão').check();
    const marked = page.getByRole('region', { name: 'Seleção: 1' });
    // Without an address there is nobody to write to.
    await expect(marked.getByRole('button', { name: 'Convidar por e-mail' })).toHaveCount(0);
    await marked.getByRole('button', { name: 'Folha com código' }).click();
    const dialog = page.getByRole('dialog', { name: 'Folha com código' });
    await expect(dialog).toContainText('as folhas anteriores destas pessoas deixam de valer');
    await expectNoAxeFindings(page);
    const waiting = page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'Baixar a folha' }).click();
    const path = await (await waiting).path();
    const { text } = await readPdf(new Uint8Array(readFileSync(path)).buffer);
    expect(text).toContain('Wagner Sertão');
    const code = /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(text)?.[0] ?? '';
    expect(code).not.toBe('');

    const visitor = await (await browser.newContext({ baseURL })).newPage();
    await visitor.goto('/convidado');
    await visitor.getByLabel('Código').fill('AAAA-BBBB-CCCC');
    await visitor.getByRole('button', { name: 'Continuar' }).click();
    await expect(main(visitor)).toContainText('Este convite não vale mais');
    await expectNoAxeFindings(visitor);
    await visitor.getByLabel('Código').fill(code.toLowerCase());
    await visitor.getByRole('button', { name: 'Continuar' }).click();
    await visitor.getByLabel('Nova senha').fill('um cavalo azul');
    await visitor.getByRole('button', { name: 'Salvar e entrar' }).click();
    await expect(visitor).toHaveURL(/profile-update|dashboard/);
    await visitor.context().close();
  },
);

freshTest('marked students are put into a class in four presses, and who cannot is named', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  await logIn(page, 'gestora@demo.example');
  await add(page, { name: 'Wagner Sertão', cpf: cpfOf(111_222_333) });
  await expect(page.getByRole('status')).toContainText('Aluno cadastrado.');
  await page.goto(panel);
  await untilHydrated(page);
  const rows = main(page).locator('tbody tr');
  expect((await rows.first().boundingBox())?.y).toBeLessThanOrEqual(220);
  await expectWholeTitles(page);
  await expectPresses(page, 4, async () => {
    await page.getByLabel('Marcar a página inteira').check();
    await page
      .getByRole('region', { name: /^Seleção/ })
      .getByRole('button', { name: /^Pôr em turma/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Pôr em turma' });
    await dialog.getByRole('radio').first().check();
    await expectNoAxeFindings(page);
    await dialog.getByRole('button', { name: /^Pôr \d+ alunos na turma/ }).click();
  });
  await expect(page.getByText(/na turma\.$/).first()).toBeVisible();
  await expect(row(page, 'Wagner Sertão')).not.toContainText('Sem turma');
});

freshTest('all uninvited students are invited, and the mails are queued', async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await add(page, { name: 'Vitória Serrana', email: 'vitoria@alunos.example' });
  await page.goto(`${panel}?estado=nao_convidado`);
  await untilHydrated(page);
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/novo$/);
  await page.goBack();
  await page.getByRole('button', { name: 'Convidar quem falta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Convidar quem falta' });
  await expect(dialog.getByRole('link', { name: 'Folhas de quem não tem e-mail' })).toBeVisible();
  await expectNoAxeFindings(page);
  await dialog.getByRole('button', { name: 'Enviar os convites' }).click();
  await expect(page.getByText(/convites? na fila: sa/).first()).toBeVisible();
});

freshTest('a course ends and is resumed', async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto(`${panel}/6`);
  await expectWithinReach(page);
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Encerrar o curso' }).click();
  const end = page.getByRole('dialog', { name: 'Encerrar o curso' });
  await expect(end).toContainText('Dá para desfazer');
  await end.getByRole('button', { name: 'Encerrar o curso' }).click();
  await expect(end.getByText('Este campo é obrigatório').first()).toBeVisible();
  await end.getByLabel('Motivo').fill('Mudou de cidade');
  await end.getByRole('checkbox', { name: /^Cancelar as? .*parcela/ }).check();
  await expectNoAxeFindings(page);
  await end.getByRole('button', { name: 'Encerrar o curso' }).click();
  await expect(page.getByText('Curso encerrado. Se foi engano').first()).toBeVisible();
  await expect(main(page).getByRole('region', { name: 'Em resumo' })).toContainText(/entra só para baixar|Bloqueado/);
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Retomar o curso' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retomar o curso' }).click();
  await expect(page.getByText('Curso retomado').first()).toBeVisible();
  await expect(main(page).getByRole('region', { name: 'Curso' })).toContainText('Mudou de cidade');
});

freshTest(
  'a student’s payment is recorded from the record, and the search of the panel starts an action',
  async ({ page }) => {
    await logIn(page, 'gestora@demo.example');
    await page.goto(`${panel}/1`);
    const bills = main(page).getByRole('region', { name: 'Parcelas em aberto' });
    // On a phone the actions of a row are in its menu.
    const late = bills.getByRole('button', { name: /^Mais ações: Mensalidade 5 de 12/ });
    await late.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Receber', exact: true }).click();
    const counter = page.getByRole('dialog', { name: 'Receber' });
    await counter.getByRole('button', { name: /^Anotar R/ }).click();
    await expect(page.getByText(/Recebimento de R\$.*anotado/).first()).toBeVisible();
    await expect(late).toHaveCount(0);
    await page.goto(`${panel}/1?fazer=trocar`);
    const change = page.getByRole('dialog', { name: 'Trocar de turma' });
    await expect(change.getByLabel('Turma de agora')).toBeVisible();
    await expectNoAxeFindings(page);
    await expect(page).toHaveURL(/profile\/1$/);
    // An action in the address that the person does not allow shows a message.
    await page.goto(`${panel}/1?fazer=retomar`);
    await expect(page.getByText('O que você procurou fazer não cabe aqui agora').first()).toBeVisible();
    await expect(page).toHaveURL(/profile\/1$/);
  },
);
