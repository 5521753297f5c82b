import type { Page } from '@playwright/test';
import { openMailServer } from '../support/mail-server.ts';
import { SERVICE_SECRET, startPaymentService } from '../support/payment-service.ts';
import { startPushService } from '../support/push-service.ts';
import { BookFolder, bookFiles } from '../support/school-book.ts';
import { logIn } from './support/log-in.ts';
import { type Line, Month } from './support/month.ts';
import {
  admin,
  beginAsManager,
  beginAsTeacher,
  createSchool,
  inviteTeacher,
  openClass,
  PASSWORD,
  visit,
} from './support/own-school.ts';
import { expect, expectNoAxeFindings, test, untilHydrated } from './support/portal-test.ts';
import { openPortalAt } from './support/portals.ts';
import { expectPresses } from './support/presses.ts';
import { withService } from './support/push.ts';
import { register } from './support/registration.ts';
import { screens } from './support/screens.ts';

// A month of one family and one class, in a school that began with nothing. People do all that people do, in their browsers;
// the test moves the time, and is the bank. What reached whom is read at the end, as one table.

/** August 2027: no national holiday, and its Mondays are the 2nd, 9th, 16th and 23rd. */
const at = (day: number, clock: string) => new Date(`2027-08-${String(day).padStart(2, '0')}T${clock}:00-03:00`);
const CLASS = 'Inglês A1 · Tarde';

const main = (page: Page) => page.getByRole('main');
const saying = (page: Page, words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible();

/** Expected notifications of the month, one a line, with target. Sílvia has a device, Júlio has none. */
const told = [
  '02/08 Rita mail: Uma senha nova foi criada para o seu acesso',
  '02/08 Júlio mail: Seu acesso à equipe de KNN Centro',
  '02/08 Júlio mail: Uma senha nova foi criada para o seu acesso',
  ...['mail', 'bell'].map((target) => `02/08 Júlio ${target}: Você tem aulas novas`),
  '02/08 Sílvia mail: Acompanhe Otto no portal',
  '02/08 Sílvia mail: Contrato novo de Otto: Inglês A1',
  '02/08 Sílvia mail: Contrato novo de Lia: Inglês A1',
  ...bySilvia('03/08', 'Otto não veio à aula'),
  ...bySilvia('03/08', 'Otto esteve na aula'),
  '05/08 Rita bell: Falta avisada',
  '05/08 Otto bell: Suas notas saíram',
  '05/08 Lia bell: Suas notas saíram',
  '05/08 Sílvia push: Saíram as notas de Lia + Saíram as notas de Otto',
  '05/08 Sílvia bell: Saíram as notas de Otto',
  '05/08 Sílvia bell: Saíram as notas de Lia',
  ...bySilvia('09/08', 'Parcela de Otto vence em 3 dias'),
  ...bySilvia('09/08', 'Aula remarcada de Otto: quarta-feira, 11/08, 14:00'),
  ...bySilvia('09/08', 'Aula remarcada de Lia: quarta-feira, 11/08, 14:00'),
  '09/08 Otto bell: Aula remarcada: quarta-feira, 11/08, 14:00',
  '09/08 Lia bell: Aula remarcada: quarta-feira, 11/08, 14:00',
  ...['mail', 'bell'].map((target) => `09/08 Júlio ${target}: Sua aula mudou: quarta-feira, 11/08, 14:00`),
  ...bySilvia('12/08', 'Parcela de Otto vence hoje'),
  ...bySilvia('13/08', 'Parcela de Otto venceu ontem'),
  '13/08 Sílvia mail: Parcela de Otto venceu ontem',
  ...bySilvia('16/08', 'Acordo de Otto: Novo plano de pagamento'),
  '16/08 Rita bell: Acordo feito pelo portal',
  ...bySilvia('17/08', 'Parcela de Otto vence em 3 dias'),
  ...bySilvia('17/08', 'Parcela de Lia vence em 3 dias'),
  ...bySilvia('20/08', 'Parcela de Otto vence hoje'),
  ...bySilvia('20/08', 'Parcela de Lia vence hoje'),
  '20/08 Sílvia push: Recebemos o pagamento de Lia + Recebemos o pagamento de Otto',
  '20/08 Sílvia bell: Recebemos o pagamento de Otto',
  '20/08 Sílvia bell: Recebemos o pagamento de Lia',
];

/** A notice in the portal, and the push of it. */
function bySilvia(day: string, title: string): Line[] {
  return ['push', 'bell'].map((target) => `${day} Sílvia ${target}: ${title}`);
}

test('a month of a family and its class: each person is notified once, in time and by the right targets', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const [push, mail, bank] = [await startPushService(), await openMailServer(), await startPaymentService()];
  const portal = await openPortalAt(at(2, '10:00'), {
    ...{ DEMO: 'off', STAFF_FACTOR: 'offered', SMTP_URL: mail.url, PUSH_HOSTS: push.origin },
    ...{ PAYMENTS: 'http', PAYMENTS_URL: bank.url, PAYMENTS_KEY: 'key-of-the-school' },
    ...{ PAYMENTS_WEBHOOK_SECRET: SERVICE_SECRET, PAYMENTS_RECEIVER: 'Escola Ltda.,**.222.333/0001-**,Banco Exemplo' },
  });
  const month = new Month(portal, push, mail, bank);
  const come = async (screen: { width: number; height: number }) => {
    const page = await visit(browser, portal, screen);
    month.pages.push(page);
    return page;
  };
  const [rita, julio, silvia] = [
    await come(screens.desktop),
    await come(screens.phone),
    await come(screens.phone),
  ] as const;

  await test.step('02/08 a school begins, with a teacher and a class', () => beginSchool(month, rita, julio));
  await test.step('02/08 two children and their mother', () => familyComes(month, rita, silvia));
  await test.step('03/08 an absence, and a corrected attendance', () => attendanceOf(month, julio));
  await test.step('05/08 an excused absence, and a grade', () => gradesOf(month, julio, silvia));
  await test.step('09/08 a moved lesson, and a future bill', () => lessonMoves(month, rita));
  await test.step('12/08 to 16/08 a bill is due, late, and replaced by an agreement', () => agree(month, rita, silvia));
  await test.step('17/08 to 20/08 two bills are paid by one Pix', () => payTogether(month, silvia));
  await test.step('23/08 to 31/08 nobody is notified any more', async () => {
    for (const day of [21, 23, 24, 28, 31]) await month.goOnTo(at(day, '10:00'));
  });

  expect(month.table()).toEqual(told.toSorted((a, b) => a.localeCompare(b, 'pt-BR')));
  const log = await portal.close();
  expect(log).not.toMatch(/"level":[56]0/);
  await Promise.all([push.close(), mail.close(), bank.close()]);
});

async function beginSchool({ portal }: Month, rita: Page, julio: Page): Promise<void> {
  const said = await createSchool(portal);
  using written = new BookFolder(bookFiles());
  await admin(portal, 'instalar-livros', written.book, '--escola', 'KNN Centro');
  await beginAsManager(rita, said);
  await inviteTeacher(rita);
  await beginAsTeacher(julio, portal);
  await openClass(rita, { name: CLASS, until: '2027-09-30', days: ['Terça', 'Quinta'], hours: ['14:00', '15:00'] });

  await rita.goto('/manager-panel/financeiro/lembretes');
  await untilHydrated(rita);
  await rita.getByRole('button', { name: 'Acordo pelo portal' }).click();
  const rules = rita.getByRole('dialog', { name: 'Acordo pelo portal' });
  await rules.getByLabel(/^Quem paga pode/).check();
  await rules.getByLabel('Dias de atraso, no mínimo').fill('1');
  await rules.getByRole('button', { name: 'Salvar' }).click();
  await saying(rita, 'Regras do acordo salvas');
}

const CHILDREN = [
  { name: 'Otto Sales Lima', cpf: '863.506.440-26', age: 11, due: '2027-08-12' },
  { name: 'Lia Sales Lima', cpf: '111.444.777-35', age: 9, due: '2027-08-20' },
];

async function familyComes(month: Month, rita: Page, silvia: Page): Promise<void> {
  for (const { name, cpf, age, due } of CHILDREN) {
    await rita.goto('/manager-panel/profile/novo');
    await rita.getByLabel('Nome completo', { exact: true }).first().fill(name);
    await rita.getByLabel('CPF').first().fill(cpf);
    await rita.getByLabel('Nascimento').fill(`01/02/${2027 - age}`);
    await rita.getByText('Informar um responsável').click();
    const guardian = rita.getByRole('group', { name: 'Responsável' });
    await guardian.getByLabel('Nome').fill('Sílvia Sales');
    await guardian.getByLabel('CPF').fill('986.303.490-85');
    await guardian.getByLabel('Parentesco').fill('Mãe');
    await guardian.getByLabel('E-mail').fill('silvia@casa.example');
    await guardian.getByLabel('Telefone').fill('(81) 99111-2244');
    await rita.getByRole('button', { name: 'Cadastrar aluno' }).click();
    await saying(rita, /^Aluno cadastrado/);
    await untilHydrated(rita);
    await rita.getByRole('button', { name: `Mais ações: ${name}` }).click();
    await rita.getByRole('dialog').getByRole('link', { name: 'Novo contrato' }).click();
    await rita.getByLabel('Curso').fill('Inglês A1');
    await rita.getByLabel('Valor de cada parcela (R$)').fill('300');
    await rita.getByLabel('Número de parcelas').fill('1');
    await rita.getByLabel('Primeiro vencimento').fill(due);
    await rita.getByRole('button', { name: 'Conferir' }).click();
    await rita.getByRole('button', { name: 'Criar o contrato' }).click();
    await saying(rita, 'Contrato criado');
  }
  await rita.goto('/manager-panel/turmas');
  await rita.getByRole('link', { name: CLASS }).click();
  await rita.waitForURL(/\/turmas\/\d+/);
  await untilHydrated(rita);
  await rita.getByRole('button', { name: 'Pôr alunos' }).click();
  for (const { name } of CHILDREN) await rita.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check();
  await rita.getByRole('button', { name: /^Pôr .*na turma/ }).click();
  await saying(rita, /na turma\. O calendário|alunos na turma/);

  await month.goOnTo(at(2, '11:00'));
  await silvia.goto(await month.inMail('silvia@casa.example', /\/[\w/-]+\?token=[\w.-]+/));
  await silvia.getByLabel('Nova senha').fill(PASSWORD);
  await silvia.getByRole('checkbox').check();
  await silvia.getByRole('button', { name: 'Salvar e entrar' }).click();
  await silvia.waitForURL(/profile-update/);
  await register(silvia, { full_name: 'Sílvia Sales', email: 'silvia@casa.example', cpf: '98630349085' });
  await withService(silvia, month.push.device());
  await silvia.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', {
      get: () => (localStorage.getItem('allowed') ? 'granted' : 'default'),
    });
    Notification.requestPermission = async () => {
      localStorage.setItem('allowed', 'yes');
      return 'granted';
    };
  });
  await silvia.goto('/dashboard');
  await expect(main(silvia)).toContainText('Otto Sales Lima');
  await silvia.getByRole('button', { name: 'Ativar notificações' }).click();
  await expect(silvia.getByRole('heading', { name: 'Notificações ligadas' })).toBeVisible();
}

/** Júlio opens the lesson that was given last, and marks its attendance. */
async function recordAttendance(julio: Page, marks: Record<string, string>): Promise<void> {
  await logIn(julio, 'julio@escola.example', PASSWORD);
  await julio.goto('/professor');
  await main(julio).getByRole('region', { name: 'Aulas de hoje' }).getByRole('link', { name: CLASS }).click();
  await untilHydrated(julio);
  const attendance = julio.getByRole('region', { name: 'Chamada' });
  for (const [name, mark] of Object.entries(marks))
    await attendance.getByRole('radio', { name: new RegExp(`^${name} .*: ${mark}$`) }).click();
  await julio.getByRole('button', { name: 'Salvar aula' }).click();
  await saying(julio, 'Chamada salva');
}

async function attendanceOf(month: Month, julio: Page): Promise<void> {
  await month.goOnTo(at(3, '14:10'));
  await recordAttendance(julio, { Otto: 'Faltou', Lia: 'Presente' });
  await month.goOnTo(at(3, '14:14'));
  await recordAttendance(julio, { Otto: 'Chegou atrasado' });
  await month.goOnTo(at(3, '14:18'));
}

async function gradesOf(month: Month, julio: Page, silvia: Page): Promise<void> {
  await month.goOnTo(at(5, '09:00'));
  await logIn(silvia, 'silvia@casa.example', PASSWORD);
  await silvia.goto('/dashboard');
  const lia = main(silvia).locator('section[id^=aluno-]').filter({ hasText: 'Lia Sales Lima' });
  await expect(lia).toContainText(/Próxima aula: hoje, 14:00/);
  await expectPresses(silvia, 3, async () => {
    await lia.getByRole('link', { name: 'Faltas' }).click();
    const lesson = silvia.getByLabel('Aula', { exact: true });
    await lesson.click();
    await lesson.selectOption({ index: 1 });
    await silvia.getByLabel(/^Motivo/).fill('Consulta no dentista.');
    await silvia.getByRole('button', { name: 'Avisar a escola' }).click();
    await expect(main(silvia)).toContainText('Consulta no dentista.');
  });
  await month.goOnTo(at(5, '14:30'));
  await recordAttendance(julio, { Otto: 'Presente', Lia: 'Falta justificada' });
  await julio.goto('/professor/turmas');
  await main(julio).getByRole('link', { name: CLASS }).first().click();
  await main(julio).getByRole('link', { name: 'Notas' }).first().click();
  await julio.getByLabel('Nome do período').fill('1º bimestre');
  await julio.getByRole('button', { name: 'Incluir período' }).click();
  await julio.getByLabel('Nome da avaliação').fill('Prova oral');
  await julio.getByRole('button', { name: 'Incluir avaliação' }).click();
  await untilHydrated(julio);
  for (const [name, mark] of [
    ['Otto', '8,5'],
    ['Lia', '9'],
  ] as const)
    await julio
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('textbox')
      .fill(mark);
  await expect(julio.getByText(/^Salvo às \d\d:\d\d$/)).toBeVisible();
  await julio.getByRole('button', { name: 'Liberar as notas de 1º bimestre' }).click();
  await saying(julio, 'Notas liberadas. Avisamos os alunos uma vez.');
  await month.goOnTo(at(5, '14:40'));
  await month.goOnTo(at(5, '15:45'));
}

async function lessonMoves(month: Month, rita: Page): Promise<void> {
  await month.goOnTo(at(9, '10:00'));
  await logIn(rita, 'direcao@escola.example', PASSWORD);
  await rita.goto('/manager-panel/turmas');
  await rita.getByRole('link', { name: CLASS }).click();
  await rita
    .getByRole('region', { name: 'Próximas aulas' })
    .getByRole('link', { name: /10\/08/ })
    .click();
  await untilHydrated(rita);
  await rita.getByRole('button', { name: 'Remarcar' }).click();
  await rita.getByLabel('Dia', { exact: true }).fill('2027-08-11');
  await rita.getByRole('dialog').getByRole('button', { name: 'Remarcar' }).click();
  await saying(rita, 'Aula remarcada');
  await month.goOnTo(at(9, '10:05'));
  await month.goOnTo(at(9, '11:30'));
}

async function agree(month: Month, rita: Page, silvia: Page): Promise<void> {
  for (const day of [10, 11, 12, 13]) await month.goOnTo(at(day, '10:00'));
  await month.goOnTo(at(16, '10:00'));
  await logIn(silvia, 'silvia@casa.example', PASSWORD);
  await silvia.goto('/financial');
  await silvia.getByRole('link', { name: 'Fazer um acordo' }).click();
  await silvia.getByLabel('Em quantas parcelas').selectOption('2');
  await silvia.getByLabel('Primeiro vencimento').fill('2027-08-20');
  await silvia.getByRole('button', { name: 'Conferir' }).click();
  await expect(silvia.getByRole('heading', { name: 'Está certo?' })).toBeVisible();
  await expectNoAxeFindings(silvia);
  await silvia.getByRole('button', { name: 'Fazer o acordo' }).click();
  await expect(silvia.getByText('Acordo 1 de 2').first()).toBeVisible();
  await month.goOnTo(at(16, '10:05'));
  await logIn(rita, 'direcao@escola.example', PASSWORD);
  await rita.goto('/avisos');
  await saying(rita, /acordo/i);
}

async function payTogether(month: Month, silvia: Page): Promise<void> {
  await month.goOnTo(at(17, '10:00'));
  await month.goOnTo(at(20, '10:00'));
  await logIn(silvia, 'silvia@casa.example', PASSWORD);
  await silvia.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await silvia.goto('/dashboard');
  await expectPresses(silvia, 2, async () => {
    await silvia.getByRole('link', { name: 'Pagar por Otto' }).click();
    await silvia
      .getByRole('button', { name: /Copiar/ })
      .first()
      .click();
    await saying(silvia, /copiado/i);
  });
  await silvia.goto('/financial');
  for (const name of ['Otto', 'Lia'])
    await silvia
      .getByLabel(new RegExp(`^Escolher .* de ${name}`))
      .first()
      .check();
  await silvia.getByRole('button', { name: /^Pagar 2 parcelas/ }).click();
  await expect(silvia.getByRole('button', { name: /Copiar/ }).first()).toBeVisible();
  const charge = [...month.bank.charges.values()].at(-1);
  if (charge) charge.status = 'paga';
  await month.goOnTo(at(20, '10:31'));
  await month.goOnTo(at(20, '11:45'));
  await silvia.goto('/dashboard');
  // The second bill of the plan is due a month later.
  await expect(silvia.getByRole('link', { name: 'Pagar por Otto' })).toBeVisible();
  await expect(silvia.getByRole('link', { name: 'Pagar por Lia' })).toHaveCount(0);
}
