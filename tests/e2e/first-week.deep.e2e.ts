import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { moveDate } from '../support/move-date.ts';
import { readPdf } from '../support/pdf.ts';
import { png } from '../support/sample-files.ts';
import { BookFolder, bookFiles } from '../support/school-book.ts';
import { logIn } from './support/log-in.ts';
import { admin, choosePassword, PASSWORD, pathIn, visit } from './support/own-school.ts';
import { expect, expectNoAxeFindings, test, untilHydrated } from './support/portal-test.ts';
import { openPortalAt, type TimedPortal } from './support/portals.ts';
import { answerWord, wordButton } from './support/practice.ts';
import { register } from './support/registration.ts';
import { screens } from './support/screens.ts';

// The first week of a new student, in a school that began with nothing: from the paper with her code to the goal of the week.
// People do all that people do, in their browsers; the test moves the time.

/** The first week of August 2027 begins on a Monday, the 2nd, and has no holiday. */
const at = (day: number, clock: string) => new Date(`2027-08-${String(day).padStart(2, '0')}T${clock}:00-03:00`);
const CLASS = 'Inglês A1 · Tarde';
const BOOK = 'English do Bairro';
const WORK = 'Uma carta';
const terms = ['hello', 'friend', 'apple', 'price', 'street', 'provider'];
const UNIT = { titulo: 'Hello there', words: terms.map((termo, at) => [termo, `palavra ${at + 1}`] as const) };

const main = (page: Page) => page.getByRole('main');

/** The people of the story, each with a browser, and the time that they share. */
interface World {
  portal: TimedPortal;
  pages: Page[];
}

async function come({ portal, pages }: World, browser: Browser, screen: { width: number; height: number }) {
  const page = await visit(browser, portal, screen);
  pages.push(page);
  return page;
}

/** The time goes on, for the school and for each browser. */
async function goOnTo({ portal, pages }: World, instant: Date): Promise<void> {
  const before = portal.shift();
  await portal.moveTo(instant);
  for (const page of pages) await page.context().addInitScript(moveDate, portal.shift() - before);
}

test('the first week of a new student: a code on paper, a book, words that end, a lesson, work, and the goal', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const world: World = {
    portal: await openPortalAt(at(2, '10:00'), { DEMO: 'off', STAFF_FACTOR: 'offered' }),
    pages: [],
  };
  const [rita, julio] = [await come(world, browser, screens.desktop), await come(world, browser, screens.phone)];
  const marina = await come(world, browser, screens.phone);
  let codes = { book: '', guest: '' };

  await test.step('the office has a class, a book and a student', async () => {
    codes = await beginSchool(world, rita, julio);
  });
  await test.step('Monday: she comes, and her home says how to begin', async () => {
    await arrive(marina, codes.guest);
    await addBook(marina, codes.book);
    await expect(main(marina)).not.toContainText('Adicione seu livro');
    await studyNewWords(marina);
  });
  await test.step('Tuesday: her words come back, and the day ends', async () => {
    await goOnTo(world, at(3, '13:30'));
    await reviewToday(marina);
    await goOnTo(world, at(3, '15:05'));
    await takeAttendance(julio);
    await marina.goto('/dashboard');
    await expect(main(marina)).toContainText('2 de 3 dias');
  });
  await test.step('Thursday: work is handed in, corrected, and told at home', async () => {
    await goOnTo(world, at(5, '10:00'));
    await workGoesAround(julio, marina);
  });
  await test.step('Thursday: the goal of the week is reached', async () => {
    await reviewToday(marina);
    await marina.goto('/dashboard');
    await expect(main(marina)).toContainText('Meta cumprida');
    await expectNoAxeFindings(marina);
  });
  await test.step('Friday: the goal and the correction are still on her home', async () => {
    await goOnTo(world, at(6, '10:00'));
    await marina.goto('/dashboard');
    await expect(main(marina)).toContainText('Meta cumprida');
    await expect(marina.getByRole('region', { name: 'Notas e correções' })).toContainText('Muito bom.');
  });

  expect(await world.portal.close()).not.toMatch(/"level":[56]0/);
});

async function beginSchool({ portal }: World, rita: Page, julio: Page) {
  const said = await admin(
    portal,
    ...['criar-gestora', '--email', 'direcao@escola.example', '--nome', 'Rita Salles'],
    ...['--escola', 'KNN Centro', '--cidade', 'Recife', '--uf', 'PE'],
  );
  using written = new BookFolder(bookFiles({ units: [UNIT] }));
  await admin(portal, 'instalar-livros', written.book, '--escola', 'KNN Centro');
  const list = join(written.folder, 'codigos.csv');
  await admin(
    portal,
    ...['criar-exemplares', '--livro', 'BAIRRO-1', '--unidade', 'KNN Centro', '--quantidade', '1', list],
  );
  const book = /BAIRRO1-[A-Z0-9-]+/.exec(readFileSync(list, 'utf8'))?.[0] ?? '';

  await choosePassword(rita, pathIn(said));
  await logIn(rita, 'direcao@escola.example', PASSWORD);
  await register(rita, { full_name: 'Rita Salles', email: 'direcao@escola.example', cpf: '52998224725' });
  await rita.goto('/manager-panel/equipe');
  await rita.getByRole('button', { name: 'Convidar uma pessoa' }).click();
  await rita.getByLabel('Nome completo').fill('Júlio Prado');
  await rita.getByLabel('E-mail', { exact: true }).fill('julio@escola.example');
  await rita.getByLabel('Papel').selectOption({ label: 'Docência' });
  await rita.getByRole('button', { name: 'Enviar convite' }).click();
  await expect(rita.getByText('Pessoa convidada').first()).toBeVisible();
  await choosePassword(julio, pathIn(await admin(portal, 'nova-senha', '--email', 'julio@escola.example')));
  await logIn(julio, 'julio@escola.example', PASSWORD);
  await register(julio, { full_name: 'Júlio Prado', email: 'julio@escola.example', cpf: '39053344705' });

  await rita.goto('/manager-panel/turmas');
  await untilHydrated(rita);
  await rita.getByRole('button', { name: 'Nova turma' }).click();
  await rita.getByLabel('Unidade', { exact: true }).selectOption({ index: 1 });
  await rita.getByLabel('Nome da turma').fill(CLASS);
  await rita.getByLabel('Livro', { exact: true }).selectOption({ label: BOOK });
  await rita.getByLabel('Professor', { exact: true }).selectOption({ label: 'Júlio Prado' });
  await rita.getByLabel('Primeiro dia').fill('2027-08-02');
  await rita.getByLabel('Último dia').fill('2027-09-30');
  for (const name of ['Terça', 'Quinta']) {
    await rita.getByLabel(`${name}: início`).fill('14:00');
    await rita.getByLabel(`${name}: fim`).fill('15:00');
  }
  await rita.getByRole('button', { name: 'Salvar a turma' }).click();
  await expect(rita.getByText('Turma criada').first()).toBeVisible();
  await rita.getByRole('link', { name: CLASS }).click();
  await rita.waitForURL(/\/turmas\/\d+$/);
  const classAddress = rita.url();

  await rita.goto('/manager-panel/profile/novo');
  await rita.getByLabel('Nome completo', { exact: true }).first().fill('Marina Alves Costa');
  await rita.getByLabel('CPF').first().fill('111.444.777-35');
  await rita.getByRole('button', { name: 'Cadastrar aluno' }).click();
  await expect(rita.getByText('Aluno cadastrado.')).toBeVisible();
  const file = rita.waitForEvent('download');
  await rita.getByRole('button', { name: 'Folha com código' }).first().click();
  await rita.getByRole('link', { name: 'Baixar a folha' }).click();
  const { text } = await readPdf(new Uint8Array(readFileSync(await (await file).path())).buffer);
  await rita.goto(classAddress);
  await untilHydrated(rita);
  await rita.getByRole('button', { name: 'Pôr alunos' }).click();
  await rita.getByRole('checkbox', { name: /^Marina Alves/ }).check();
  await rita.getByRole('button', { name: 'Pôr na turma' }).click();
  await expect(rita.getByText('Aluno na turma. O calendário')).toBeVisible();
  return { book, guest: /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(text)?.[0] ?? '' };
}

async function arrive(marina: Page, code: string): Promise<void> {
  await marina.goto('/convidado');
  await marina.getByLabel('Código').fill(code);
  await marina.getByRole('button', { name: 'Continuar' }).click();
  await marina.getByLabel('Nova senha').fill(PASSWORD);
  await marina.getByRole('button', { name: 'Salvar e entrar' }).click();
  await marina.waitForURL(/profile-update/);
  await register(marina, { full_name: 'Marina Alves Costa', email: 'marina@casa.example', cpf: '11144477735' });
  await marina.goto('/dashboard');
  await expect(main(marina)).toContainText(/03\/08|amanhã/i);
  const steps = marina.getByRole('region', { name: 'Comece por aqui' });
  await expect(steps).toContainText('1 de 3');
  await expectNoAxeFindings(marina);
}

async function addBook(marina: Page, code: string): Promise<void> {
  await marina.getByRole('link', { name: /Adicione seu livro/ }).click();
  await untilHydrated(marina);
  await marina.getByRole('button', { name: 'Adicionar livro' }).click();
  const dialog = marina.getByRole('dialog', { name: 'Adicionar um livro' });
  await dialog.getByLabel('Código do livro').fill(code);
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(marina.getByRole('region', { name: 'Livros' }).getByRole('link', { name: /^Começar/ })).toBeVisible();
  await marina.goto('/dashboard');
}

/** All words of a practice session, until its end is there. */
async function answerAll(page: Page, title: string): Promise<void> {
  await untilHydrated(page);
  const end = page.getByRole('status').filter({ hasText: title });
  await wordButton(page).waitFor();
  while (!(await end.isVisible())) {
    await answerWord(page);
    await expect(wordButton(page).or(end)).toBeVisible();
  }
}

async function studyNewWords(marina: Page): Promise<void> {
  await marina.goto('/pedagogico/list');
  await marina
    .getByRole('region', { name: 'Livros' })
    .getByRole('link', { name: /^Começar/ })
    .click();
  await marina.getByRole('link', { name: /^Palavras/ }).click();
  await marina.getByRole('link', { name: 'Começar' }).click();
  await answerAll(marina, 'Sessão concluída');
  await marina.getByRole('link', { name: 'Sair da sessão' }).click();
}

async function reviewToday(marina: Page): Promise<void> {
  await marina.goto('/dashboard');
  await marina.getByRole('link', { name: /palavras? para revisar/ }).click();
  await answerAll(marina, 'Feito por hoje');
  await marina.goto('/dashboard');
  await expect(main(marina)).not.toContainText(/palavras? para revisar/);
}

/** Júlio on his page. The session of staff ends by the next day. */
async function enter(julio: Page): Promise<void> {
  await logIn(julio, 'julio@escola.example', PASSWORD);
  await julio.goto('/professor');
}

async function takeAttendance(julio: Page): Promise<void> {
  await enter(julio);
  await main(julio).getByRole('region', { name: 'Aulas de hoje' }).getByRole('link', { name: CLASS }).click();
  await untilHydrated(julio);
  await julio.getByRole('button', { name: 'Todos presentes' }).click();
  await julio.getByRole('button', { name: 'Salvar aula' }).click();
  await expect(julio.getByText('Chamada salva.')).toBeVisible();
}

/** The teacher asks for work, the student hands it in, and reads the correction on her home. */
async function workGoesAround(julio: Page, marina: Page): Promise<void> {
  await enter(julio);
  await main(julio).getByRole('link', { name: CLASS }).last().click();
  await main(julio).getByRole('link', { name: 'Atividades' }).click();
  await julio.getByRole('button', { name: 'Nova atividade' }).click();
  const form = julio.getByRole('dialog', { name: 'Nova atividade' });
  await form.getByLabel('Nome').fill(WORK);
  await form.getByLabel('O que fazer').fill('Escreva para um amigo.');
  await form.getByLabel('Prazo: dia').fill('2027-08-20');
  await form.getByRole('button', { name: 'Criar e avisar a turma' }).click();
  await expect(main(julio).getByRole('link', { name: WORK })).toBeVisible();

  await marina.goto('/dashboard');
  await main(marina)
    .getByRole('link', { name: new RegExp(WORK) })
    .first()
    .click();
  const work = marina.getByRole('dialog', { name: WORK });
  await work.getByLabel('Escolher arquivo').setInputFiles({ name: 'carta.png', mimeType: 'image/png', buffer: png });
  await expect(work.getByText('Enviada', { exact: true })).toBeVisible();

  await julio.goto('/professor/trabalhos');
  await julio.getByRole('link', { name: new RegExp(WORK) }).click();
  await untilHydrated(julio);
  await julio.getByLabel('Comentário').fill('Muito bom.');
  await julio.getByLabel(/^Nota/).fill('9,5');
  await julio.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(main(julio)).toContainText('Correção salva');

  await marina.goto('/dashboard');
  await expect(marina.getByRole('region', { name: 'Notas e correções' })).toContainText('Muito bom.');
}
