import { expect, type Locator, type Page } from '@playwright/test';
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

/** The controls below a word before its answer, for each kind of question. */
export const wordButton = (page: Page) =>
  page.getByRole('button', { name: /^(Mostrar resposta|Não sei|Agora não posso falar)$/ });

/** Answers the word on the screen: a card as known, another kind by not knowing it. */
export async function answerWord(page: Page, press: (target: Locator) => Promise<void> = (it) => it.click()) {
  const name = await wordButton(page).textContent();
  await press(wordButton(page));
  if (name === 'Agora não posso falar') return answerWord(page, press);
  await press(page.getByRole('button', { name: name === 'Não sei' ? 'Continuar' : /^Bom/ }));
}

const words = (book?.unidades ?? []).flatMap(({ palavras }, unit) =>
  palavras.map((word, place) => ({ ...word, sound: `/${unit + 1}/palavra-${String(place + 1).padStart(2, '0')}.mp3` })),
);

/** Answers the word on the screen rightly, and goes on to the next one. */
export async function knowWord(page: Page): Promise<void> {
  if ((await wordButton(page).textContent()) !== 'Não sei') return answerWord(page);
  const kind = await page.locator('.sitting-stage [tabindex] > p').first().textContent();
  const requested = (await page.locator('[id^=questao-]').first().textContent()) ?? '';
  if (kind === 'Escute e escolha') {
    const src = (await page.locator('audio').first().getAttribute('src')) ?? '';
    const word = words.find(({ sound }) => src.endsWith(sound));
    await page.getByRole('radio', { name: word?.traducao ?? '', exact: true }).check();
  } else if (kind === 'Monte a frase') {
    const word = words.find(({ exemplo_traducao }) => exemplo_traducao === requested);
    const options = page.getByRole('group', { name: 'Palavras' });
    for (const token of (word?.exemplo ?? '').replace(/[.!?]+$/, '').split(' ')) {
      await options.getByRole('button', { name: token, exact: true }).first().click();
    }
  } else {
    const word = words.find(({ traducao }) => requested === traducao || requested.endsWith(`(${traducao})`));
    await page.getByLabel('Sua resposta').fill(word?.termo ?? '');
  }
  await page.getByRole('button', { name: 'Conferir' }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();
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
