import type { Question } from '../../src/content/book.schema.ts';
import { holdCode } from './support/hold-code.ts';
import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest as test, untilHydrated } from './support/portal-test.ts';
import {
  address,
  answer,
  atQuestion,
  knowWord,
  questions,
  tab,
  takeExam,
  UNIT,
  unit,
  wordButton,
} from './support/practice.ts';
import { screens } from './support/screens.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(async ({ page }) => {
  await logIn(page, 'aluna@demo.example');
});

test('words are shown, rated by keyboard, and repeated when forgotten (PED-03)', async ({ page }) => {
  await page.goto(address('&parte=vocabulario'));
  await expect(page.getByText(/8 palavras: 0 para revisar, 8 novas/)).toBeVisible();
  await page.getByRole('link', { name: 'Começar' }).click();
  await untilHydrated(page);
  for (let round = 0; round < 8; round++) {
    await page.getByRole('button', { name: 'Mostrar resposta' }).click();
    if (round === 0) {
      await expect(page.getByRole('button', { name: /Não lembrei.*logo/ })).toBeVisible();
      await expect(page.getByRole('button', { name: /Fácil.*8 dias/ })).toBeVisible();
      await expectNoAxeFindings(page);
    }
    await page.keyboard.press(round === 0 ? '1' : '4');
  }
  // The forgotten word is asked again by its sound.
  await expect(page.getByText('Escute e escolha')).toBeVisible();
  await expectNoAxeFindings(page);
  await knowWord(page);
  await page.getByRole('radio', { name: unit?.palavras[0]?.traducao ?? '', exact: true }).check();
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect(page.getByText('Certo!')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Sessão concluída')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Sessão concluída' })).toContainText(/8 palavras.*8 novas/);
  await expect(page.getByRole('link', { name: `Ouvir a unidade ${UNIT}` })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('link', { name: 'Sair da sessão' }).click();
  // The device stores and sends the last rating: the page may read the server before it arrives.
  await expect
    .poll(async () => {
      await page.reload();
      return tab(page, /^Palavras/).textContent();
    })
    .toMatch(/8\/12/);
  // The forgotten word.
  await page.getByRole('link', { name: 'Difíceis 1' }).click();
  await expect(page.locator('.word-row')).toHaveCount(1);
});

test('the words of a day end, showing those of tomorrow and an offer of more (PED-03)', async ({ page }) => {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /palavras para revisar/ }).click();
  await untilHydrated(page);
  const show = wordButton(page);
  const end = page.getByRole('status').filter({ hasText: 'Feito por hoje' });
  await show.waitFor();
  while (!(await end.isVisible())) {
    await knowWord(page);
    await expect(show.or(end)).toBeVisible();
  }
  await expect(page.getByText(/^Amanhã (volta|nenhuma)/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Revisar mais' })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /feitas por hoje.*revisar mais/i }).click();
  await expect(page.getByRole('heading', { name: 'Revisão a mais' })).toBeAttached();
  await expect(show).toBeVisible();
});

test('a test is corrected at once, resumed after a stop, and wrong answers are repeated (PED-04)', async ({ page }) => {
  await page.goto(address('&parte=teste'));
  await page.getByRole('link', { name: 'Começar o teste' }).click();
  await untilHydrated(page);
  const [first, second] = questions as [Question, Question];
  await answer(page, first);
  const stage = page.locator('.sitting-stage > [tabindex]');
  const before = await stage.boundingBox();
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect(page.getByText('Certo!')).toBeVisible();
  // The answer is marked right in place, the bar grows at once, and nothing moves.
  await expect(stage.getByText(', certa')).toHaveCount(1);
  await atQuestion(page, 1);
  expect(await stage.boundingBox()).toEqual(before);
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeFocused();
  await expectNoAxeFindings(page);
  await page.reload();
  await untilHydrated(page);
  await atQuestion(page, 1);
  await page.getByRole('button', { name: 'Não sei' }).click();
  await expect(page.getByText('Ainda não')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Desligar o som das respostas' }).click();
  await expect(page.getByRole('button', { name: 'Ligar o som das respostas' })).toBeVisible();
  await page.getByRole('button', { name: 'Continuar' }).focus();
  await page.keyboard.press('Enter');
  for (const [index, question] of questions.entries()) {
    if (index < 2) continue;
    await atQuestion(page, index);
    await answer(page, question);
    await page.getByRole('button', { name: 'Conferir' }).click();
    await expect(page.getByText('Certo!')).toBeVisible();
    await page.keyboard.press('Enter');
  }
  await expect(page.getByText('Nota 9,0')).toBeVisible();
  await expect(page.getByText('Ainda não', { exact: true })).toHaveCount(1);
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Refazer a errada' }).click();
  await answer(page, second);
  await page.getByRole('button', { name: 'Conferir' }).click();
  await page.getByRole('button', { name: 'Ver resultado' }).click();
  await expect(page.getByText('1 de 1 agora')).toBeVisible();
  await page.getByRole('link', { name: 'Sair da sessão' }).click();
  await expect(tab(page, /^Teste/)).toContainText('9,0');
});

test('an exam is corrected at its end, lets the student go back, and asks about blanks (PED-04)', async ({ page }) => {
  await page.goto(address('&parte=teste'));
  await page.getByRole('link', { name: 'Fazer como prova' }).click();
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Próxima' }).click();
  await atQuestion(page, 1);
  await page.getByRole('button', { name: 'Anterior' }).click();
  for (const _ of questions.slice(1)) await page.getByRole('button', { name: 'Próxima' }).click();
  await page.getByRole('button', { name: 'Entregar' }).click();
  await expect(page.getByText('10 questões estão sem resposta')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Ir para a 1' }).click();
  await takeExam(page);
  await expect(page.getByText('Nota 10,0')).toBeVisible();
});

test('a review of the book leads back to the book', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/pedagogico/minha-pratica/1');
  await page.getByRole('link', { name: 'Revisar' }).click();
  await untilHydrated(page);
  await page.getByRole('link', { name: 'Sair da sessão' }).click();
  await page.waitForURL(/\/pedagogico\/minha-pratica\/1$/);
});

test.describe('on a desktop', () => {
  test.use({ viewport: screens.desktop, hasTouch: false });

  test('a question with a text answer has the focus at once (PED-04)', { tag: '@deep' }, async ({ page }) => {
    await page.goto(address('&parte=teste'));
    await page.getByRole('link', { name: 'Começar o teste' }).click();
    await untilHydrated(page);
    const typed = questions.findIndex(({ tipo }) => tipo === 'lacuna' || tipo === 'ditado');
    for (let index = 0; index < typed; index++) {
      await atQuestion(page, index);
      await page.getByRole('button', { name: 'Não sei' }).click();
      await expect(page.getByRole('button', { name: 'Continuar' })).toBeFocused();
      await page.keyboard.press('Enter');
    }
    await atQuestion(page, typed);
    await expect(page.getByRole('textbox')).toBeFocused();
    await page.keyboard.type('word');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Continuar' })).toBeFocused();
  });
});

test('a press before the script of a practice session loads acts once it loads (PED-03)', { tag: '@deep' }, async ({
  page,
}) => {
  const arrive = await holdCode(page);
  await page.goto(`/pedagogico/minha-pratica/1/sessao?tipo=palavras&unidade=${UNIT}`);
  await page.getByRole('button', { name: 'Mostrar resposta' }).click();
  arrive();
  await expect(page.getByRole('button', { name: /^Bom/ })).toBeVisible();
});

test('a key before the script of a practice session loads shows the answer too (PED-03)', { tag: '@deep' }, async ({
  page,
}) => {
  const arrive = await holdCode(page);
  await page.goto(`/pedagogico/minha-pratica/1/sessao?tipo=palavras&unidade=${UNIT}`);
  await page.keyboard.press(' ');
  arrive();
  await expect(page.getByRole('button', { name: /^Bom/ })).toBeVisible();
});

test('a word of the list is played, and shows how well it is known (PED-03)', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/pedagogico/minha-pratica/1?unidade=4&parte=vocabulario');
  await page.waitForLoadState();
  const sound = page.waitForRequest(/\/audio\/livros\/way-2\/4\/palavra-01\.mp3$/);
  await page
    .getByRole('button', { name: /^Ouvir / })
    .first()
    .click();
  await sound;
  await expect(page.getByText('lembrada').first()).toBeAttached();
  await expect(page.getByText('nova', { exact: true }).first()).toBeAttached();
});
