import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { moveDate } from '../support/move-date.ts';
import { png } from '../support/sample-files.ts';
import { BookFolder, bookFiles } from '../support/school-book.ts';
import { logIn } from './support/log-in.ts';
import {
  admin,
  beginAsManager,
  beginAsMarina,
  beginAsTeacher,
  createSchool,
  enrollMarina,
  inviteTeacher,
  openClass,
  PASSWORD,
  visit,
} from './support/own-school.ts';
import { expect, expectNoAxeFindings, test, untilHydrated } from './support/portal-test.ts';
import { openPortalAt, type TimedPortal } from './support/portals.ts';
import { answerWord, wordButton } from './support/practice.ts';
import { screens } from './support/screens.ts';

// The first week of a new student, in a school that began with nothing: from the paper with her code to the goal of the week.

/** The first week of August 2027 begins on a Monday, the 2nd, and has no holiday. */
const at = (day: number, clock: string) => new Date(`2027-08-${String(day).padStart(2, '0')}T${clock}:00-03:00`);
const CLASS = 'Inglês A1 · Tarde';
const _BOOK = 'English do Bairro';
const WORK = 'Uma carta';
const terms = ['hello', 'friend', 'apple', 'price', 'street', 'garden'];
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

/** Advances the time of the school and of each browser. */
async function goOnTo({ portal, pages }: World, instant: Date): Promise<void> {
  const before = portal.shift();
  await portal.moveTo(instant);
  for (const page of pages) await page.context().addInitScript(moveDate, portal.shift() - before);
}

test('the first week of a new student: a printed code, a book, words, a lesson, work and the weekly goal', async ({
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
  await test.step('Monday: she logs in, and her home says how to begin', async () => {
    await arrive(marina, codes.guest);
    await addBook(marina, codes.book);
    await expect(main(marina)).not.toContainText('Adicione seu livro');
    await studyNewWords(marina);
  });
  await test.step('Tuesday: her words are due again, and she finishes them', async () => {
    await goOnTo(world, at(3, '13:30'));
    await reviewToday(marina);
    await goOnTo(world, at(3, '15:05'));
    await takeAttendance(julio);
    await marina.goto('/dashboard');
    await expect(main(marina)).toContainText('2 de 3 dias');
  });
  await test.step('Thursday: work is submitted, corrected, and shown at home', async () => {
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
  const said = await createSchool(portal);
  using written = new BookFolder(bookFiles({ units: [UNIT] }));
  await admin(portal, 'instalar-livros', written.book, '--escola', 'KNN Centro');
  const list = join(written.folder, 'codigos.csv');
  await admin(
    portal,
    ...['criar-exemplares', '--livro', 'BAIRRO-1', '--unidade', 'KNN Centro', '--quantidade', '1', list],
  );
  const book = /BAIRRO1-[A-Z0-9-]+/.exec(readFileSync(list, 'utf8'))?.[0] ?? '';

  await beginAsManager(rita, said);
  await inviteTeacher(rita);
  await beginAsTeacher(julio, portal);
  await openClass(rita, { name: CLASS, until: '2027-09-30', days: ['Terça', 'Quinta'], hours: ['14:00', '15:00'] });
  return { book, guest: await enrollMarina(rita, CLASS) };
}

async function arrive(marina: Page, code: string): Promise<void> {
  await beginAsMarina(marina, code);
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
