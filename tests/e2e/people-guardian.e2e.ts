import { readFileSync } from 'node:fs';
import { readPdf } from '../support/pdf.ts';
import { logIn } from './support/log-in.ts';
import { inMail } from './support/mails.ts';
import { expect, expectNoAxeFindings, freshTest, untilHydrated } from './support/portal-test.ts';
import { register } from './support/registration.ts';

const FELIPE = '/manager-panel/profile/6/dados';

freshTest(
  'S18 the office names another guardian, who is pending; the former guardian undoes it by mail',
  async ({ page, browser, baseURL }) => {
    await logIn(page, 'gestora@demo.example');
    await page.goto(FELIPE);
    const guardian = page.getByRole('group', { name: 'Responsável' });
    await expect(guardian).toContainText('O de antes é avisado de qualquer mudança');
    const before = await guardian.getByLabel('E-mail').inputValue();
    await guardian.getByLabel('Nome').fill('Marcos Lima');
    await guardian.getByLabel('CPF').fill('987.654.321-00');
    await guardian.getByLabel('E-mail').fill('marcos@teste.example');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expect(page.getByText('vale quando confirmar. O de antes foi avisado.')).toBeVisible();
    await expect(guardian).toContainText('Marcos Lima vai responder pelo aluno quando confirmar');
    await expect(guardian.getByLabel('E-mail')).toHaveValue(before);
    await expectNoAxeFindings(page);

    const mailbox = await (await browser.newContext({ baseURL })).newPage();
    await mailbox.goto(await inMail(page, /\/desfazer-cadastro\/[\w-]+/));
    await expect(mailbox.getByRole('main')).toContainText('A escola indicou outro responsável de Felipe N.');
    await expectNoAxeFindings(mailbox);
    await mailbox.getByRole('button', { name: 'Desfazer: voltar ao cadastro de antes' }).click();
    await expect(mailbox.getByText('o cadastro voltou a ser como era antes')).toBeVisible();
    await page.goto(FELIPE);
    await expect(guardian.getByLabel('E-mail')).toHaveValue(before);
    await expect(guardian).not.toContainText('Marcos Lima');
  },
);

freshTest(
  'the office invites a guardian again and prints her code, and she logs in with it',
  async ({ page, browser, baseURL }) => {
    await page.setViewportSize({ width: 1366, height: 650 });
    await logIn(page, 'gestora@demo.example');
    await page.goto('/manager-panel/profile/novo');
    await page.getByLabel('Nome completo').first().fill('Nina Teles');
    await page.getByLabel('CPF', { exact: true }).first().fill('863.506.440-26');
    await page.getByLabel('Nascimento').fill(`01/02/${new Date().getFullYear() - 11}`);
    await page.getByText('Informar um responsável').click();
    const fields = page.getByRole('group', { name: 'Responsável' });
    await fields.getByLabel('Nome').fill('Raul Teles');
    await fields.getByLabel('CPF').fill('986.303.490-85');
    await fields.getByLabel('Parentesco').fill('Pai');
    await fields.getByLabel('E-mail').fill('raul@casa.example');
    await fields.getByLabel('Telefone').fill('(19) 99111-2244');
    await page.getByRole('checkbox', { name: /Convidar por e-mail agora/ }).uncheck();
    await page.getByRole('button', { name: 'Cadastrar aluno' }).click();
    const part = page.getByRole('region', { name: 'Responsável' });
    await expect(part).toContainText('Sem conta, e sem convite.');
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Convidar responsável' }).click();
    await expect(page.getByText('O convite sai em instantes para raul@casa.example')).toBeVisible();
    await page.getByRole('button', { name: 'Mais ações: Nina Teles' }).click();
    const file = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('link', { name: 'Código do responsável' }).click();
    const { text } = await readPdf(new Uint8Array(readFileSync(await (await file).path())).buffer);
    expect(text).toContain('Raul Teles');
    expect(text).toContain('Pai de Nina Teles');
    await page.reload();
    await expect(part).toContainText('Código impresso em');
    await expectNoAxeFindings(page);

    const raul = await (await browser.newContext({ baseURL })).newPage();
    await raul.goto('/convidado');
    await raul.getByLabel('Código').fill(/[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(text)?.[0] ?? '');
    await raul.getByRole('button', { name: 'Continuar' }).click();
    await expect(raul.getByText('Respondo por Nina Teles')).toBeVisible();
    await raul.getByLabel('Nova senha').fill('um cavalo azul 9');
    await raul.getByRole('checkbox').check();
    await raul.getByRole('button', { name: 'Salvar e entrar' }).click();
    await raul.waitForURL(/profile-update/);
    await register(raul, { full_name: 'Raul Teles', email: 'raul@casa.example', cpf: '98630349085' });
    await raul.goto('/me/familia');
    await expect(raul.getByRole('main')).toContainText('Nina Teles');
    const calendar = raul.getByRole('region', { name: 'No seu calendário' });
    const address = await calendar.getByRole('textbox', { name: 'Endereço do calendário' }).inputValue();
    await calendar.getByRole('button', { name: 'Criar outro endereço e desligar este' }).click();
    await expect(raul.getByText('Endereço novo criado.')).toBeVisible();
    await expect(calendar.getByRole('textbox', { name: 'Endereço do calendário' })).not.toHaveValue(address);
    await expectNoAxeFindings(raul);

    // He wants to study too: a printed code proved no mailbox.
    await page.goto('/manager-panel/profile/novo');
    await page.getByLabel('Nome completo').first().fill('Raul Teles');
    await page.getByLabel('E-mail', { exact: true }).first().fill('raul@casa.example');
    await page.getByLabel('CPF', { exact: true }).first().fill('986.303.490-85');
    await page.getByRole('button', { name: 'Cadastrar aluno' }).click();
    await expect(page.getByText('falta confirmar este e-mail').first()).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Enviar o link de confirmação' }).click();
    await expect(page.getByText(/^O link saiu para/)).toBeVisible();
    await expect(page.getByLabel('Nome completo').first()).toHaveValue('Raul Teles');
    await raul.goto(await inMail(page, /\/dashboard\?token_email=[\w-]+/));
    await expect(raul.getByText('E-mail confirmado. Obrigado!')).toBeVisible();
    await page.getByRole('button', { name: 'Cadastrar aluno' }).click();
    await expect(page.getByText(/^Aluno cadastrado/).first()).toBeVisible();
  },
);
