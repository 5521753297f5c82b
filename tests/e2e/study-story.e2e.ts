import type { Locator, Page } from '@playwright/test';
import { pdf } from '../support/sample-files.ts';
import { logIn } from './support/log-in.ts';
import { humIntoMicrophone, untilSoundCame } from './support/microphone.ts';
import { expect, freshTest as test, untilHydrated } from './support/portal-test.ts';
import { answerWord, wordButton } from './support/practice.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, permissions: ['microphone'] });
test.describe.configure({ timeout: 120_000 });

/** With a finger, and with nothing but keys. */
const ways: Record<string, (target: Locator) => Promise<void>> = {
  'by touch': (target) => target.click(),
  'by keyboard': async (target) => {
    await target.focus();
    await expect(target).toBeFocused();
    await target.press('Enter');
  },
};

for (const [way, press] of Object.entries(ways)) {
  test(`Ana studies a unit from her class to the level test, ${way} (PED, CLASS, TEST)`, {
    tag: way === 'by touch' ? [] : '@deep',
  }, async ({ page }) => {
    await logIn(page, 'aluna@demo.example');

    await page.goto('/pedagogico/list');
    await press(page.getByRole('link', { name: /Continuar/ }).first());
    await expect(page).toHaveURL(/minha-pratica\/1\?unidade=4$/);
    await untilHydrated(page);
    await press(page.getByRole('button', { name: 'Tocar' }));
    await expect.poll(() => timeOf(page)).toBeGreaterThan(0.3);
    await page.keyboard.press('k');
    await expect(page.getByRole('button', { name: 'Tocar' })).toBeVisible();

    await press(page.getByRole('link', { name: /^Palavras/ }));
    await press(page.getByRole('link', { name: 'Começar' }));
    await untilHydrated(page);
    await answerWord(page, press);
    await expect(wordButton(page)).toBeVisible();

    await press(page.getByRole('link', { name: 'Sair da sessão' }));
    await press(page.getByRole('navigation', { name: 'Partes da unidade' }).getByRole('link', { name: /^Teste/ }));
    await press(page.getByRole('link', { name: 'Começar o teste' }));
    await untilHydrated(page);
    for (let place = 0; place < 10; place += 1) {
      await expect(page.getByText(`${place}/10`, { exact: true })).toBeVisible();
      await press(page.getByRole('button', { name: 'Não sei' }));
      await press(page.getByRole('button', { name: place === 9 ? 'Ver resultado' : 'Continuar' }));
    }
    await expect(page.getByText('Nota 0,0')).toBeVisible();

    await page.goto('/pedagogico/list');
    await press(page.getByRole('link', { name: /^Notas.*Inglês A2/ }).first());
    await expect(page.getByRole('heading', { level: 1, name: 'Inglês A2 · Noite' })).toBeVisible();
    await untilHydrated(page);
    const row = page.getByRole('link', { name: 'Redação: A trip to remember' });
    await press(row);
    const work = page.getByRole('dialog', { name: 'Redação: A trip to remember' });
    const [picker] = await Promise.all([
      page.waitForEvent('filechooser'),
      press(work.getByRole('button', { name: 'Escolher arquivo' })),
    ]);
    await picker.setFiles({ name: 'viagem.pdf', mimeType: 'application/pdf', buffer: pdf() });
    await expect(work.getByRole('link', { name: /viagem\.pdf/ })).toBeVisible();
    await press(work.getByRole('button', { name: 'Fechar' }));
    // The sheet closes by the way back, which takes a moment. Until then nothing below it takes the focus.
    await expect(row).toBeFocused();
    await press(page.getByRole('navigation', { name: 'Partes da turma' }).getByRole('link', { name: 'Notas' }));
    await expect(page.getByRole('table', { name: /Prática em casa/ })).toContainText('Shopping smart');

    await page.goto('/aula-online/list');
    await press(page.getByRole('link', { name: /Conversação Online/ }).first());
    await expect(page.getByRole('heading', { level: 1, name: 'Conversação Online' })).toBeVisible();

    await page.goto('/english-test');
    await press(page.getByRole('button', { name: /Começar/ }));
    await expect(page.getByText('Questão 1')).toBeVisible();
    await page.getByRole('radio').first().focus();
    await page.keyboard.press('Space');
    await press(page.getByRole('button', { name: 'Responder' }));
    await expect(page.getByText('Questão 2')).toBeVisible();
  });
}

const timeOf = (page: Page) =>
  page
    .locator('audio')
    .first()
    .evaluate((audio: HTMLAudioElement) => audio.currentTime);

test('the own voice is recorded beside a line and sent as the file of an activity (PED-02, PED-08)', async ({
  page,
}) => {
  await humIntoMicrophone(page);
  await logIn(page, 'aluna@demo.example');
  await page.goto('/pedagogico/minha-pratica/1?unidade=4&faixa=2');
  await untilHydrated(page);
  await page.getByRole('button', { name: /how much are these sneakers/ }).click();
  await page.getByRole('button', { name: 'Gravar minha voz' }).click();
  await page.getByRole('button', { name: 'Gravar', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Parar a gravação' })).toBeVisible();
  await untilSoundCame(page);
  await page.getByRole('button', { name: 'Parar a gravação' }).click();
  await expect(page.getByLabel('Sua gravação')).toBeVisible();
  const drawing = page.getByRole('img', { name: /O original dura .* segundos e a sua voz/ });
  await expect(drawing.locator('path')).toHaveCount(4);
  await expect(drawing.locator('.melody-own')).toHaveAttribute('d', /^M\d/);
  await expect(drawing.locator('.melody-model')).toHaveAttribute('d', /^M\d/);
  await page.getByLabel('Enviar como atividade').selectOption({ label: 'Leia o diálogo em voz alta' });
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(page.getByText('Gravação enviada em “Leia o diálogo em voz alta”.')).toBeVisible();
  await page.goto('/pedagogico/notas/1#atividade-2');
  const work = page.getByRole('dialog', { name: 'Leia o diálogo em voz alta' });
  await expect(work.getByRole('link', { name: /gravacao\.webm/ })).toBeVisible();
});
