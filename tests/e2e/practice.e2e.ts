import { statSync } from 'node:fs';
import { mondayOf, shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { holdCode } from './support/hold-code.ts';
import { logIn } from './support/log-in.ts';
import { pauseClock } from './support/paused-clock.ts';
import { expect, expectNoAxeFindings, freshTest as test, untilHydrated } from './support/portal-test.ts';
import { address, BOOK, book, tab, UNIT, unit } from './support/practice.ts';
import { SEEDED } from './support/school.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(async ({ page }) => {
  await logIn(page, 'aluna@demo.example');
});

test('a track plays, jumps, slows down, repeats a line and continues where it stopped (PED-02)', async ({ page }) => {
  await page.goto(address());
  await untilHydrated(page);
  const sound = page.locator('audio').first();
  const timeOf = () => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime);
  await page.getByRole('button', { name: 'Tocar' }).click();
  await expect.poll(timeOf).toBeGreaterThan(0.3);
  await page.getByRole('button', { name: 'Pausar' }).click();
  await page.getByRole('button', { name: 'Avançar 5 segundos' }).click();
  const later = await timeOf();
  expect(later).toBeGreaterThan(5);
  await page.keyboard.press('ArrowLeft');
  expect(await timeOf()).toBeCloseTo(later - 5, 1);
  await page.getByLabel('Velocidade').selectOption('0.75');
  expect(await sound.evaluate((audio: HTMLAudioElement) => [audio.playbackRate, audio.preservesPitch])).toEqual([
    0.75,
    true,
  ]);

  const text = unit?.audios[0]?.linhas[1]?.texto ?? '';
  const line = page.getByRole('button', { name: text });
  await line.click();
  await expect(line).toHaveAttribute('aria-pressed', 'true');
  const [start = 0, end = 0] = book?.recordings[`unidade-${UNIT}/faixa-1.mp3`]?.lines?.[1] ?? [];
  await expect.poll(timeOf).toBeGreaterThan(start + 0.3);
  const again = await sound.evaluate(
    (audio: HTMLAudioElement) =>
      new Promise<number>((resolve) => {
        audio.addEventListener('seeking', () => resolve(audio.currentTime), { once: true });
      }),
  );
  expect(again).toBeGreaterThan(start - 0.05);
  expect(again).toBeLessThan(start + 0.3);
  expect(await timeOf()).toBeLessThan(end);
  await page.getByRole('button', { name: 'Parar de repetir' }).click();
  await page.getByRole('button', { name: 'Pausar' }).click();
  await page.getByRole('button', { name: 'Ouvir sem texto' }).click();
  await expect(line).toBeHidden();
  await expectNoAxeFindings(page);

  const stopped = await timeOf();
  await expect
    .poll(async () => {
      await page.reload();
      await untilHydrated(page);
      return timeOf();
    })
    .toBeCloseTo(stopped, 0);
});

test('one button marks the part that repeats, and ends the repetition (PED-02)', { tag: '@deep' }, async ({ page }) => {
  await page.goto(address());
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Repetir trecho' }).click();
  await page.getByRole('button', { name: 'Avançar 5 segundos' }).click();
  await page.getByRole('button', { name: 'Marcar o fim' }).click();
  await expect(page.getByText(/^Trecho a partir de 0:00 até 0:05$/)).toBeAttached();
  await page.getByRole('button', { name: 'Parar de repetir' }).click();
  await expect(page.getByRole('button', { name: 'Repetir trecho' })).toBeVisible();
});

test('a track heard to its end counts once, by keyboard only (PED-02)', async ({ page }) => {
  await page.goto(address('&faixa=3'));
  await untilHydrated(page);
  await page.keyboard.press('k');
  const sound = page.locator('audio').first();
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0);
  await sound.evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = audio.duration - 0.4;
  });
  await expect(page.getByText('Ouvido', { exact: true })).toBeVisible();
  await expect
    .poll(async () => {
      await page.reload();
      return tab(page, /^Áudios/).textContent();
    })
    .toMatch(/1\/3/);
});

test('a button pressed before the player’s script loads looks pressed, and acts once later (PED-02)', {
  tag: '@deep',
}, async ({ page }) => {
  const arrive = await holdCode(page);
  await page.goto(address());
  const play = page.getByRole('button', { name: 'Tocar' });
  await play.click();
  await play.click();
  await expect(play).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('+');
  arrive();
  await expect(page.getByRole('button', { name: 'Pausar' })).toBeVisible();
  await expect(page.getByLabel('Velocidade')).toHaveValue('1.1');
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
});

test('a key as the first input of the page acts once the player’s script loads (PED-02)', { tag: '@deep' }, async ({
  page,
}) => {
  await page.goto(address());
  await page.keyboard.press('+');
  await expect(page.getByLabel('Velocidade')).toHaveValue('1.1');
});

test('a pending key for the player is ignored if a dialog opened meanwhile (PED-02)', { tag: '@deep' }, async ({
  page,
}) => {
  const arrive = await holdCode(page);
  await page.goto(address());
  await page.keyboard.press('+');
  await page.evaluate(() => {
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.showModal();
  });
  arrive();
  await untilHydrated(page);
  await expect(page.getByLabel('Velocidade')).toHaveValue('1');
});

test('a script that does not load in time shows a message, and the press is dropped (PED-02)', {
  tag: '@deep',
}, async ({ page }) => {
  const arrive = await holdCode(page);
  await pauseClock(page);
  await page.goto(address());
  const play = page.getByRole('button', { name: 'Tocar' });
  await play.click();
  await expect(play).toHaveAttribute('aria-busy', 'true');
  await page.clock.runFor(11_000);
  const note = page.getByRole('alert').filter({ hasText: 'Não carregou.' });
  await expect(note).toBeVisible();
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
  arrive();
  await page.clock.resume();
  await expect(note).toBeHidden();
  await expect(play).toBeVisible();
  await play.click();
  await expect(page.getByRole('button', { name: 'Pausar' })).toBeVisible();
});

test('the weekly goal is chosen and saved', async ({ page }) => {
  const arrive = await holdCode(page);
  await page.goto(BOOK);
  await page.getByLabel('Minha meta').selectOption('6');
  arrive();
  await expect(page.getByText('de 6 dias')).toBeVisible();
  await page.getByLabel('Minha meta').selectOption('5');
  await expect(page.getByText('Meta: 5 dias por semana.')).toBeVisible();
  await page.reload();
  // Ana studied on the three days before the school was seeded, which midnight may part from now. The week begins on Monday.
  const monday = mondayOf(dayIn('America/Sao_Paulo', new Date()));
  const seeded = dayIn('America/Sao_Paulo', statSync(SEEDED).mtime);
  const days = [-1, -2, -3].filter((back) => shiftDay(seeded, back) >= monday).length;
  await expect(page.getByText(`${days} de 5`)).toBeVisible();
});

test('a book shows its units as a path, and the back link of a unit leads there (PED-02)', async ({ page }) => {
  await page.goto(BOOK);
  const units = page.locator('.path-unit');
  await expect(units).toHaveCount(8);
  await expect(units.nth(2)).toContainText('Unidade 3 · concluída');
  await expect(units.nth(3)).toContainText('Unidade 4 · você está aqui');
  // Finished units are short: the present one and its parts are in view without scrolling.
  await expect(units.nth(3).getByText('Palavras')).toBeInViewport({ ratio: 1 });
  const shown = await units.nth(3).locator('.path-parts').boundingBox();
  const dock = await page.locator('.portal-dock').boundingBox();
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(dock?.y ?? 0);
  await expect(units.nth(3).getByRole('link', { name: /Áudios 1\/3/ })).toBeVisible();
  await expect(units.nth(4)).toContainText('3 áudios, 12 palavras, teste');
  await units
    .nth(3)
    .getByRole('link', { name: /^Palavras/ })
    .click();
  await expect(page).toHaveURL(/unidade=4&parte=vocabulario$/);
  await page.getByRole('link', { name: 'Livro', exact: true }).click();
  await expect(page).toHaveURL(BOOK);
  await units.nth(5).getByRole('link').click();
  await expect(page.getByText('On the Way 2 · Unidade 6')).toBeVisible();
});

test.describe('a code on a page', () => {
  test.use({ tolerated: [/status of 404/] });
  test('a code on a page opens its unit, or says that it belongs to another book (PED-07)', async ({ page }) => {
    await page.goto(address());
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Código da página' }).click();
    const code = page.getByRole('dialog').getByLabel('Código');
    for (const [typed, words] of [
      ['', 'Digite o código da página.'],
      ['U77', /não é de uma página deste livro/],
    ] as const) {
      await code.fill(typed);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(words);
    }
    await expectNoAxeFindings(page);
    await code.fill('u4t');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/minha-pratica\/1\?unidade=4&parte=teste$/);
  });
});

test.describe('a book that is not there', () => {
  test.use({ tolerated: [/status of 404/] });
  test('a book of somebody else, and a missing one, is refused with a message', { tag: '@deep' }, async ({ page }) => {
    for (const id of [3, 999]) {
      const answer = await page.goto(`/pedagogico/minha-pratica/${id}`);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'Este livro não está entre os seus' })).toBeVisible();
    }
  });
});
