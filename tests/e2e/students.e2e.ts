import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { cpfOf } from '../support/cpf.ts';
import { readPdf } from '../support/pdf.ts';
import { logIn } from './support/log-in.ts';
import { inMail } from './support/mails.ts';
import { expect, expectNoAxeFindings, freshTest } from './support/portal-test.ts';
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
  'a student is made, invited, opens the mail and comes in by its link',
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
    await page.getByLabel(/^Nome, matrícula/).fill('Vitória');
    await page.getByRole('button', { name: 'Buscar' }).click();
    await expect(row(page, 'Vitória Serrana')).toContainText('hoje');
  },
);

freshTest('the list follows what is typed', { tag: '@deep' }, async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto(panel);
  await page.getByLabel(/^Nome, matrícula/).pressSequentially('felipe');
  await expect(row(page, 'Ana Souza')).toHaveCount(0);
  await expect(row(page, 'Felipe Nunes')).toBeVisible();
  await expect(page).toHaveURL(/q=felipe/);
  await row(page, 'Felipe Nunes').getByRole('link').click();
  await expect(main(page).getByRole('region', { name: 'Responsável' })).toContainText('Mudar o responsável');
  await expectNoAxeFindings(page);
});

freshTest(
  'marked students are invited, and get sheets whose code opens the portal',
  async ({ page, browser, baseURL }) => {
    await logIn(page, 'gestora@demo.example');
    await add(page, { name: 'Wagner Sertão', cpf: cpfOf(111_222_333) });
    await expect(page.getByRole('status')).toContainText('Aluno cadastrado.');
    await page.goto(`${panel}?q=wagner`);
    await page.getByRole('button', { name: 'Folhas dos marcados' }).click();
    await expect(page.getByRole('alert')).toHaveText('Marque pelo menos um aluno.');
    await page.getByLabel('Marcar Wagner Sertão').check();
    await page.getByRole('button', { name: 'Convidar marcados' }).click();
    await expect(page.getByRole('status')).toContainText('1 aluno sem e-mail: imprima as folhas.');
    await page.getByLabel('Marcar Wagner Sertão').check();
    await page.getByRole('button', { name: 'Folhas dos marcados' }).click();
    const waiting = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Baixar as folhas' }).click();
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

freshTest('a course ends and goes on again', async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto(`${panel}/6`);
  const course = main(page).getByRole('region', { name: 'Curso' });
  await course.getByText('Encerrar o curso', { exact: true }).click();
  await course.locator('#motivo-encerrar').fill('Mudou de cidade');
  await course.getByRole('checkbox', { name: /^Cancelar as? .*parcela/ }).check();
  await course.getByRole('button', { name: /^Encerrar o curso de/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Curso encerrado.' })).toBeVisible();
  await expect(main(page).getByRole('region', { name: 'Como está' })).toContainText('Acesso bloqueado');
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Retomar o curso' }).click();
  await expect(page.getByRole('status')).toContainText('Curso retomado');
  await expect(main(page).getByRole('region', { name: 'Curso' })).toContainText('Mudou de cidade');
});
