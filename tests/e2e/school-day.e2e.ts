import type { Page } from '@playwright/test';
import { cpfOf } from '../support/cpf.ts';
import { logIn } from './support/log-in.ts';
import { inMail } from './support/mails.ts';
import { expect, freshTest, untilHydrated } from './support/portal-test.ts';
import { screens } from './support/screens.ts';

// The office sits at a desk; the pages of a phone have stories of their own.
freshTest.use({ viewport: screens.desktop, hasTouch: false, isMobile: false });

const main = (page: Page) => page.getByRole('main');
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function payAtCounter(office: Page, amount: RegExp) {
  const counter = card(office, 'Receber na escola');
  await counter.getByLabel('Forma').selectOption('dinheiro');
  await counter.getByRole('button', { name: amount }).click();
  await expect(office.getByText('Recebimento anotado')).toBeVisible();
}

/** The form that lets a new student in: name and CPF, how to reach her, where she lives. */
async function completeData(student: Page) {
  await student.getByRole('link', { name: 'Completar meus dados' }).click();
  await untilHydrated(student);
  await student.getByLabel('CPF').fill(cpfOf(321_654_987));
  await student.getByRole('button', { name: 'Continuar' }).click();
  await student.getByRole('button', { name: 'Continuar' }).click();
  await student.getByLabel('CEP').fill('13015904');
  for (const [label, value] of [
    ['Rua', 'Rua Barão de Jaguara'],
    ['Número', '77'],
    ['Bairro', 'Centro'],
    ['Cidade', 'Campinas'],
  ] as const) {
    await student.getByLabel(label).fill(value);
  }
  await student.getByLabel('UF').fill('SP');
  await student.getByRole('button', { name: 'Confirmar meus dados' }).click();
}

freshTest(
  'a day of a school: from a promo page to a student whose reward pays part of a bill',
  async ({ page: office, browser, baseURL }) => {
    freshTest.setTimeout(180_000);
    const visitor = await (await browser.newContext({ baseURL })).newPage();
    await visitor.route('**/api/v1/portal/cep/**', (route) => route.fulfill({ status: 503, json: { detail: '' } }));
    await visitor.goto('/knn-orlando');
    const form = visitor.locator('#contato');
    await form.getByLabel('Seu nome').fill('Yasmin Torres');
    await form.getByLabel('Telefone com DDD').fill('(19) 98111-2233');
    await form.getByRole('checkbox').check();
    // Without the clock of its first touch the form comes back once.
    await visitor.context().clearCookies({ name: /portal_form/ });
    await form.getByRole('button', { name: 'Quero embarcar' }).click();
    await form.getByRole('button', { name: 'Quero embarcar' }).click();
    await expect(visitor.getByRole('heading', { name: 'Recebemos seu contato' })).toBeVisible();

    // The office enrols her from the contact, and she is invited.
    await logIn(office, 'gestora@demo.example');
    await office.goto('/manager-panel/contatos');
    await main(office).getByRole('link', { name: 'Yasmin Torres', exact: true }).click();
    await office.getByRole('link', { name: 'Cadastrar aluno novo' }).click();
    await expect(office.getByLabel('Nome completo').first()).toHaveValue('Yasmin Torres');
    await office.getByLabel('E-mail', { exact: true }).first().fill('yasmin@alunos.example');
    await office.getByRole('button', { name: 'Cadastrar aluno' }).click();
    await expect(office.getByRole('status')).toContainText('Aluno cadastrado. O convite sai por e-mail.');

    // The contract, of three instalments.
    const parts = office.getByRole('navigation', { name: 'Partes de Yasmin' });
    await parts.getByRole('link', { name: 'Financeiro' }).click();
    await office.getByRole('link', { name: 'Novo contrato' }).click();
    await office.getByLabel('Curso').fill('Inglês A1');
    await office.getByLabel('Valor de cada parcela (R$)').fill('300');
    await office.getByLabel('Número de parcelas').fill('3');
    await office.getByRole('button', { name: 'Conferir' }).click();
    await expect(office.getByText('900,00').first()).toBeVisible();
    await office.getByRole('button', { name: 'Criar o contrato' }).click();
    await expect(office.getByText('Contrato criado')).toBeVisible();

    // She opens the link of the mail and gets in.
    await visitor.goto(await inMail(office, /\/convidado\?token=[\w-]+/));
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Boas-vindas, Yasmin');
    await visitor.getByLabel('Nova senha').fill('um barco amarelo');
    await visitor.getByRole('button', { name: 'Salvar e entrar' }).click();
    await visitor.waitForURL(/profile-update/);
    await completeData(visitor);
    await visitor.waitForURL(/dashboard/);

    // She pays the first instalment at the counter, and has her receipt at home.
    await office.goto('/manager-panel/financeiro?q=Yasmin');
    await office.getByRole('link', { name: /^Yasmin Torres.*1 de 3/ }).click();
    await payAtCounter(office, /^Anotar.*300,00/);
    await visitor.goto('/financial');
    await visitor.getByRole('link', { name: 'Pagas' }).first().click();
    const receipt = visitor.waitForEvent('download');
    await visitor
      .getByRole('link', { name: /[Rr]ecibo/ })
      .first()
      .click();
    expect((await receipt).suggestedFilename()).toMatch(/^recibo-.*\.pdf$/);

    // She joins the club, and the office gives her points.
    await visitor.goto('/knn-club/meu-clube');
    await visitor.getByRole('checkbox').first().check();
    await visitor.getByRole('button', { name: 'Entrar no clube' }).click();
    await expect(visitor.getByRole('button', { name: 'Entrar no clube' })).toHaveCount(0);
    await office.goto('/manager-panel/club/membros?q=yasmin');
    await main(office).getByRole('link', { name: 'Yasmin Torres' }).click();
    const adjust = card(office, 'Ajustar pontos');
    await adjust.getByLabel('Pontos').fill('1500');
    await adjust.getByLabel(/^Motivo/).fill('Boas-vindas');
    await adjust.getByRole('button', { name: 'Conferir' }).click();
    await card(office, 'Está certo?')
      .getByRole('button', { name: /^Dar 1\.500 pontos/ })
      .click();
    await expect(office.getByRole('status')).toContainText('Pontos ajustados');

    // The discount that she redeems stands on her next bill at once.
    await visitor.goto('/knn-club/usar-pontos');
    await untilHydrated(visitor);
    await visitor.getByRole('link', { name: /^Trocar por R\$\s50 na mensalidade/ }).click();
    await visitor.getByRole('dialog').getByRole('button', { name: 'Confirmar troca' }).click();
    const done = visitor.getByRole('dialog', { name: 'Troca feita' });
    await expect(done).toContainText(/50,00 a menos em .*2 de 3/);
    await done.getByRole('link', { name: 'Ver minhas trocas' }).click();
    await expect(visitor.getByRole('list', { name: 'Trocas' }).getByRole('listitem').first()).toContainText('2 de 3');

    // The office hands over: it takes what is left, and the redemption is done.
    await office.goto('/manager-panel/club/resgates');
    await expect(main(office).getByRole('row', { name: /Yasmin Torres/ })).toContainText('2 de 3');
    await office.goto('/manager-panel/financeiro?q=Yasmin');
    await office.getByRole('link', { name: /^Yasmin Torres.*2 de 3/ }).click();
    await expect(card(office, 'Quanto é')).toContainText('Desconto do clube');
    await payAtCounter(office, /^Anotar.*250,00/);
    const row = main(office).getByRole('row', { name: /Yasmin Torres/ });
    const step = async () => {
      await office.goto('/manager-panel/club/resgates?q=yasmin');
      return row.textContent();
    };
    await expect.poll(step, { timeout: 30_000 }).toContain('Desconto usado');
    await visitor.context().close();
  },
);
