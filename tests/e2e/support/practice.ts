import { expect, type Page } from '@playwright/test';
import type { Question } from '../../../src/content/book.schema.ts';
import { books } from '../../../src/server/core/content/books.ts';

export const UNIT = 5;
export const BOOK = '/pedagogico/minha-pratica/1';
export const address = (rest = '') => `${BOOK}?unidade=${UNIT}${rest}`;
export const book = books().find(({ slug }) => slug === 'way-2');
export const unit = book?.unidades[UNIT - 1];
export const questions = unit?.questoes ?? [];

/** Answers the question on the screen, rightly or with nothing. */
export async function answer(page: Page, question: Question): Promise<void> {
  switch (question.tipo) {
    case 'multipla_escolha':
      return page.getByRole('radio', { name: question.resposta, exact: true }).check();
    case 'lacuna':
      return page.getByLabel('Sua resposta').fill(question.respostas[0] ?? '');
    case 'ditado':
      return page.getByLabel('O que você ouviu').fill(question.fala);
    case 'ordenar':
      for (const word of question.resposta.split(' ')) {
        await page
          .getByRole('group', { name: 'Palavras' })
          .getByRole('button', { name: word, exact: true })
          .first()
          .click();
      }
      return;
    case 'associar':
      for (const [en, pt] of question.pares) await page.getByLabel(en, { exact: true }).selectOption({ label: pt });
  }
}

export const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Partes da unidade' }).getByRole('link', { name });

export const atQuestion = (page: Page, index: number) =>
  expect(page.getByText(`${index}/${questions.length}`, { exact: true })).toBeVisible();

/** Takes the test that is open, from a question on, as far as it is corrected at the end. */
export async function takeExam(page: Page, from = 0): Promise<void> {
  for (const [index, question] of questions.entries()) {
    if (index < from) continue;
    await atQuestion(page, index);
    await answer(page, question);
    await page.getByRole('button', { name: index === questions.length - 1 ? 'Entregar' : 'Próxima' }).click();
  }
}
