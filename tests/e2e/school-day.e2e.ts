import type { Browser, Page } from '@playwright/test';
import { cpfOf } from '../support/cpf.ts';
import { logIn } from './support/log-in.ts';
import { inMail } from './support/mails.ts';
import { expect, freshTest, hideTours, untilHydrated } from './support/portal-test.ts';
import { screens } from './support/screens.ts';

// The office sits at a desk; the pages of a phone have stories of their own.
// Who left the staff is not found any more, which the browser notes.
freshTest.use({ viewport: screens.desktop, hasTouch: false, isMobile: false, tolerated: [/status of 404/] });

const main = (page: Page) => page.getByRole('main');
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function payAtCounter(office: Page, amount: RegExp) {
  await office.getByRole('button', { name: 'Receber', exact: true }).click();
  const counter = office.getByRole('dialog', { name: 'Receber' });
  await counter.getByLabel('Forma').selectOption('dinheiro');
  await counter.getByRole('button', { name: amount }).click();
  await expect(office.getByText(/Recebimento de .* anotado/).first()).toBeVisible();
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

/** A person with a browser of her own. */
async function visit(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  await hideTours(context);
  return context.newPage();
}

/** Ana names her friend, before the friend has written to the school. */
async function refer(ana: Page) {
  await ana.goto('/knn-club/juntar-pontos');
  const form = card(ana, 'Indicar um amigo');
  await form.getByLabel('Nome de quem você indica').fill('Yasmin Torres');
  await form.getByLabel('Telefone com DDD').fill('(19) 98111-2233');
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: 'Enviar indicação' }).click();
  await expect(ana.getByText('Indicação enviada.')).toBeVisible();
}

async function leaveContact(visitor: Page) {
  await visitor.goto('/knn-orlando');
  const form = visitor.locator('#contato');
  await form.getByLabel('Seu nome').fill('Yasmin Torres');
  await form.getByLabel('Telefone com DDD').fill('(19) 98111-2233');
  await form.getByRole('checkbox').check();
  // Without the clock of its first touch the form is refused once. That clock starts by a picture, after the first focus.
  const cookies = async () => (await visitor.context().cookies()).map(({ name }) => name);
  await expect.poll(cookies).toContain('portal_form');
  await visitor.context().clearCookies({ name: /portal_form/ });
  await form.getByRole('button', { name: 'Quero embarcar' }).click();
  await form.getByRole('button', { name: 'Quero embarcar' }).click();
  await expect(visitor.getByRole('heading', { name: 'Recebemos seu contato' })).toBeVisible();
}

/** The office marks her visit, writes what she came for, enrols her and invites her. */
async function enroll(office: Page) {
  await office.goto('/manager-panel/contatos');
  await main(office).getByRole('link', { name: 'Yasmin Torres', exact: true }).click();
  await office.getByRole('button', { name: 'Marcou visita' }).click();
  await office.getByLabel('Dia', { exact: true }).fill('2030-01-10');
  await office.getByRole('button', { name: 'Marcar a visita' }).click();
  await expect(card(office, 'Em resumo')).toContainText('10/01');
  const choose = async (name: string) => {
    await office.getByRole('button', { name: /^Mais ações/ }).click();
    await office.getByRole('dialog').getByRole('button', { name }).click();
  };
  await choose('Anotar');
  await office.getByLabel('Anotação').fill('Veio com a mãe e quer começar já.');
  await office.getByRole('button', { name: 'Guardar a anotação' }).click();
  await expect(card(office, 'Histórico')).toContainText('Veio com a mãe');
  await choose('Matricular');
  await office.getByRole('link', { name: 'Cadastrar aluno novo' }).click();
  await expect(office.getByLabel('Nome completo').first()).toHaveValue('Yasmin Torres');
  await office.getByLabel('E-mail', { exact: true }).first().fill('yasmin@alunos.example');
  await office.getByRole('button', { name: 'Cadastrar aluno' }).click();
  await expect(office.getByRole('status')).toContainText('Aluno cadastrado. O convite sai por e-mail.');
}

/** The contract, of three instalments. */
async function signContract(office: Page) {
  await office.getByRole('link', { name: 'Novo contrato' }).first().click();
  await office.getByLabel('Curso').fill('Inglês A1');
  await office.getByLabel('Valor de cada parcela (R$)').fill('300');
  await office.getByLabel('Número de parcelas').fill('3');
  await office.getByRole('button', { name: 'Conferir' }).click();
  await expect(office.getByText('900,00').first()).toBeVisible();
  await office.getByRole('button', { name: 'Criar o contrato' }).click();
  await expect(office.getByText('Contrato criado')).toBeVisible();
}

/** She opens the link of the mail and gets in. */
async function firstLogin(visitor: Page, address: string) {
  await visitor.goto(address);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Boas-vindas, Yasmin');
  await visitor.getByLabel('Nova senha').fill('um barco amarelo');
  await visitor.getByRole('button', { name: 'Salvar e entrar' }).click();
  await visitor.waitForURL(/profile-update/);
  await completeData(visitor);
  await visitor.waitForURL(/dashboard/);
}

async function takeReceipt(visitor: Page) {
  await visitor.goto('/financial');
  await visitor.getByRole('link', { name: 'Pagas' }).first().click();
  const receipt = visitor.waitForEvent('download');
  await visitor
    .getByRole('link', { name: /[Rr]ecibo/ })
    .first()
    .click();
  expect((await receipt).suggestedFilename()).toMatch(/^recibo-.*\.pdf$/);
}

/** The friend's contract credits Ana's points automatically, with the next run of the jobs. */
async function seePointsOfReferral(ana: Page) {
  const pending = card(ana, 'Suas indicações').getByRole('listitem').filter({ hasText: 'Yasmin' });
  const look = async () => {
    await ana.goto('/knn-club/juntar-pontos');
    return pending.textContent();
  };
  await expect.poll(look, { timeout: 30_000 }).not.toContain('pendentes');
  await ana.goto('/knn-club/meu-extrato');
  // 500 for the referral and 1.000 for the enrolment.
  await expect(main(ana).getByText('3.520').first()).toBeVisible();
  await expect(
    main(ana)
      .getByRole('row', { name: /Amigo matriculado/ })
      .first(),
  ).toContainText('+1.000');
}

/** She joins the club, and the manager gives her points. */
async function joinClub(visitor: Page, manager: Page) {
  await visitor.goto('/knn-club/meu-clube');
  await visitor.getByRole('checkbox').first().check();
  await visitor.getByRole('button', { name: 'Entrar no clube' }).click();
  await expect(visitor.getByRole('button', { name: 'Entrar no clube' })).toHaveCount(0);
  await manager.goto('/manager-panel/club/membros?q=yasmin');
  await main(manager).getByRole('link', { name: 'Yasmin Torres' }).click();
  await manager.getByRole('button', { name: 'Ajustar pontos' }).first().click();
  const adjust = manager.getByRole('dialog', { name: 'Ajustar pontos' });
  await adjust.getByLabel('Pontos', { exact: true }).fill('1800');
  await adjust.getByLabel(/^Motivo/).fill('Boas-vindas');
  await adjust.getByRole('button', { name: 'Dar 1.800 pontos' }).click();
  await expect(manager.getByText('Pontos ajustados.')).toBeVisible();
}

/** The redeemed discount applies to her next bill at once. */
async function redeemDiscount(visitor: Page) {
  await visitor.goto('/knn-club/usar-pontos');
  await untilHydrated(visitor);
  await visitor.getByRole('link', { name: /^Trocar por R\$\s50 na mensalidade/ }).click();
  await visitor.getByRole('dialog').getByRole('button', { name: 'Confirmar troca' }).click();
  const done = visitor.getByRole('dialog', { name: 'Troca feita' });
  await expect(done).toContainText(/50,00 a menos em .*2 de 3/);
  await done.getByRole('link', { name: 'Ver minhas trocas' }).click();
  await expect(visitor.getByRole('list', { name: 'Trocas' }).getByRole('listitem').first()).toContainText('2 de 3');
}

/** The row of a redemption in the list of the office. */
const redeemed = (page: Page, of: RegExp) => main(page).locator('tbody tr').filter({ hasText: of });

/** The office takes what is left, and the redemption is done. */
async function payTheRest(office: Page, manager: Page) {
  await manager.goto('/manager-panel/club/resgates');
  await expect(redeemed(manager, /Yasmin Torres/)).toContainText('2 de 3');
  await office.goto('/manager-panel/financeiro?q=Yasmin');
  await office.getByRole('link', { name: /^Yasmin Torres.*2 de 3/ }).click();
  await expect(card(office, 'Em resumo')).toContainText('Desconto do clube');
  await payAtCounter(office, /^Anotar.*250,00/);
  const row = redeemed(manager, /Yasmin Torres/);
  const step = async () => {
    await manager.goto('/manager-panel/club/resgates?q=yasmin');
    return row.textContent();
  };
  await expect.poll(step, { timeout: 30_000 }).toContain('Desconto usado');
}

/** She buys a reward that is a code. The manager sends it, and it reaches her mail and her list. */
async function deliverCode(visitor: Page, manager: Page) {
  await visitor.goto('/knn-club/usar-pontos');
  await untilHydrated(visitor);
  await visitor.getByRole('link', { name: /^Trocar por Café da manhã/ }).click();
  await visitor.getByRole('dialog').getByRole('button', { name: 'Confirmar troca' }).click();
  await expect(visitor.getByRole('dialog', { name: 'Troca feita' })).toBeVisible();
  await manager.goto('/manager-panel/club/resgates?q=yasmin');
  const row = redeemed(manager, /Yasmin Torres.*Café da manhã/);
  await row.getByRole('button', { name: /^Mais ações/ }).click();
  await manager.getByRole('dialog').getByRole('button', { name: 'Enviar o código' }).click();
  await manager.getByLabel('Código que o aluno vai usar').fill('CAFE-YASMIN-1');
  await manager.getByRole('button', { name: 'Enviar e concluir' }).click();
  await expect(row).toContainText('CAFE-YASMIN-1');
  await visitor.goto('/knn-club/meus-pedidos');
  await expect(visitor.getByText('CAFE-YASMIN-1')).toBeVisible();
  await inMail(manager, /CAFE-YASMIN-1/);
}

/** The secretary leaves the school while a page of hers is open: her next press ends at the login. */
async function leaveStaff(office: Page, manager: Page) {
  await office.goto('/manager-panel/financeiro');
  await manager.goto('/manager-panel/equipe');
  await main(manager).getByRole('link', { name: 'Olga Ramos' }).first().click();
  await manager.getByRole('button', { name: 'Encerrar o acesso' }).click();
  await manager.getByRole('button', { name: 'Encerrar o acesso de Olga' }).click();
  await expect(manager.getByText('Acesso encerrado.').first()).toBeVisible();
  await office.getByRole('navigation', { name: 'Painel' }).getByRole('link', { name: 'Contatos' }).click();
  await expect(office).toHaveURL(/\/login/);
}

freshTest(
  'a day of a school: a contact becomes a student, who pays, is rewarded, and the one who enrolled her leaves the staff',
  { tag: '@deep' },
  async ({ page: manager, browser, baseURL }) => {
    freshTest.setTimeout(300_000);
    const [visitor, ana, office] = await Promise.all([1, 2, 3].map(() => visit(browser, baseURL)));
    if (!visitor || !ana || !office) throw new Error('no browser');
    await visitor.route('**/api/v1/portal/cep/**', (route) => route.fulfill({ status: 503, json: { detail: '' } }));
    await logIn(ana, 'aluna@demo.example');
    await refer(ana);
    await leaveContact(visitor);

    await logIn(office, 'secretaria@demo.example');
    await enroll(office);
    await signContract(office);
    await seePointsOfReferral(ana);
    await firstLogin(visitor, await inMail(office, /\/convidado\?token=[\w-]+/));

    // She pays the first instalment at the counter, and has her receipt at home.
    await office.goto('/manager-panel/financeiro?q=Yasmin');
    await office.getByRole('link', { name: /^Yasmin Torres.*1 de 3/ }).click();
    await payAtCounter(office, /^Anotar.*300,00/);
    await takeReceipt(visitor);

    await logIn(manager, 'gestora@demo.example');
    await joinClub(visitor, manager);
    await redeemDiscount(visitor);
    await payTheRest(office, manager);
    await deliverCode(visitor, manager);
    await leaveStaff(office, manager);
    for (const person of [visitor, ana, office]) await person.context().close();
  },
);
