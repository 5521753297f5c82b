import { logIn } from './support/log-in.ts';
import { inMail } from './support/mails.ts';
import { expect, expectNoAxeFindings, freshTest } from './support/portal-test.ts';
import { expectWithinReach } from './support/reach.ts';

// A refusal is an answer, and so is that somebody left: the browser notes both.
freshTest.use({ tolerated: [/status of 4(04|22)/] });

/** What the seven fields of the registration ask for. */
const registration = {
  full_name: 'Sofia Alves',
  cpf: '11144477735',
  email: 'sofia@escola.example',
  phone: '19991112233',
  cep: '13015904',
  street: 'Rua Barão de Jaguara',
  street_number: '10',
};

freshTest(
  'a secretary joins the team, works with her rights, and loses access at once',
  { tag: '@both' },
  async ({ page }) => {
    await logIn(page, 'gestora@demo.example');
    await page.goto('/manager-panel/equipe');
    await expect(page.locator('tr').filter({ hasText: 'Helena Prado' })).toContainText('Painel inteiro');
    await expectWithinReach(page);
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Convidar uma pessoa' }).click();
    const invitation = page.getByRole('dialog', { name: 'Convidar uma pessoa' });
    await invitation.getByLabel('Nome completo').fill('Sofia Alves');
    await invitation.getByLabel('E-mail').fill('sofia');
    await invitation.getByRole('button', { name: 'Enviar convite' }).click();
    await expect(invitation.getByRole('alert')).toContainText('Confira');
    await expect(invitation.getByLabel('Nome completo')).toHaveValue('Sofia Alves');
    await expectNoAxeFindings(page);
    await invitation.getByLabel('E-mail').fill('sofia@escola.example');
    await invitation.getByRole('button', { name: 'Enviar convite' }).click();
    await expect(page.getByText('Pessoa convidada').first()).toBeVisible();
    await page.getByRole('link', { name: 'Sofia Alves', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sofia Alves' })).toBeVisible();
    await expectNoAxeFindings(page);
    const member = page.url().split('?')[0] ?? '';
    await page.getByRole('button', { name: 'Mudar o acesso' }).first().click();
    const rights = page.getByRole('dialog', { name: 'Mudar o acesso' });
    for (const name of ['Financeiro', 'Clube', 'Turmas', 'Contatos'])
      await rights.getByLabel(name, { exact: true }).uncheck();
    await expectNoAxeFindings(page);
    await rights.getByRole('button', { name: 'Salvar o acesso' }).click();
    await expect(page.getByText('Acesso salvo').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'O que abre no painel' })).not.toContainText('Financeiro');

    const link = await inMail(page, /\/login\/recover-password[^\s"<)]*/);
    const theirs = await page
      .context()
      .browser()
      ?.newContext({ baseURL: new URL(page.url()).origin });
    if (!theirs) throw new Error('no browser');
    const sofia = await theirs.newPage();
    await sofia.goto(link.replace(/^.*(?=\/login)/, ''));
    for (const field of await sofia.locator('input[type=password]').all()) await field.fill('um segredo bem longo 9');
    await sofia.getByRole('button', { name: /senha/i }).last().click();
    await expect(sofia).not.toHaveURL(/recover-password/);
    await logIn(sofia, 'sofia@escola.example', 'um segredo bem longo 9');
    // The first login requires the registration, as for everybody.
    const registered = await sofia.request.put('/api/v1/users/atualizacao-cadastral/', {
      data: registration,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(registered.status()).toBe(200);
    await sofia.goto('/manager-panel/pedidos');
    await expect(sofia.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeVisible();
    const places = sofia.getByRole('navigation', { name: 'Painel' }).getByRole('link').filter({ visible: true });
    await expect(places.filter({ hasText: 'Pedidos' })).not.toHaveCount(0);
    await expect(places.filter({ hasText: 'Clube' })).toHaveCount(0);
    await sofia.goto('/manager-panel/club');
    await expect(sofia.getByRole('heading', { level: 1, name: 'Seu acesso não inclui Clube' })).toBeVisible();

    await page.goto(member);
    await page.getByRole('button', { name: 'Encerrar o acesso' }).click();
    // Her page would go to the login by itself, at any moment.
    await sofia.goto('about:blank');
    await page.getByRole('button', { name: 'Encerrar o acesso de Sofia' }).click();
    await expect(page.getByText('Acesso encerrado.').first()).toBeVisible();
    await sofia.goto('/manager-panel/pedidos');
    await expect(sofia).toHaveURL(/\/login/);
    await theirs.close();
  },
);

freshTest('classes of a teacher who stays are handed over one by one', async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto('/manager-panel/equipe/9');
  await page.getByRole('button', { name: 'Passar as turmas' }).click();
  const dialog = page.getByRole('dialog', { name: 'Passar as turmas' });
  const first = dialog.getByRole('combobox').first();
  await expect(first).toHaveValue('');
  await expect(dialog.getByRole('button', { name: /^Passar/ })).toHaveCount(0);
  await expectNoAxeFindings(page);
  const classes = await dialog.getByRole('combobox').count();
  await first.selectOption('Fica sem professor');
  await dialog.getByRole('button', { name: 'Passar 1' }).click();
  await expect(page.getByText('Turmas passadas.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Passar as turmas' }).click();
  await expect(dialog.getByRole('combobox')).toHaveCount(classes - 1);
});
