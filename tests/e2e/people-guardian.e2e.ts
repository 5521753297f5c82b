import { logIn } from './support/log-in.ts';
import { inMail } from './support/mails.ts';
import { expect, expectNoAxeFindings, freshTest } from './support/portal-test.ts';

const FELIPE = '/manager-panel/profile/6/dados';

freshTest(
  'S18 the office names another guardian, who waits; the guardian before undoes it by the mail',
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
