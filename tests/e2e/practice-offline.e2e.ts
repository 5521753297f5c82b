import type { Page } from '@playwright/test';
import type { Question } from '../../src/content/book.schema.ts';
import { logIn } from './support/log-in.ts';
import { expect, freshTest as test, untilHydrated } from './support/portal-test.ts';
import { address, answer, questions, tab, takeExam, UNIT, unit } from './support/practice.ts';
import { untilWorkerRules } from './support/worker.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(async ({ page }) => {
  await logIn(page, 'aluna@demo.example');
});

/** Keeps the unit on this device. */
async function takeAlong(page: Page): Promise<void> {
  await page.goto(address());
  await untilWorkerRules(page);
  await untilHydrated(page);
  await page.getByRole('button', { name: /Baixar unidade/ }).click();
  await expect(page.getByText('Disponível sem internet', { exact: true })).toBeVisible({ timeout: 30_000 });
}

test.describe('without network', () => {
  test.use({ tolerated: [/ERR_INTERNET_DISCONNECTED/] });

  test('a unit stored offline is studied, and its answers are saved exactly once', async ({ page, context }) => {
    await takeAlong(page);
    await context.setOffline(true);

    await page.goto('/financial');
    await expect(page.getByRole('heading', { name: 'Neste aparelho' })).toBeVisible();
    await page.getByRole('link', { name: `On the Way 2 · ${unit?.titulo}` }).click();
    await expect(page.getByRole('heading', { level: 1, name: unit?.titulo })).toBeVisible();
    await page.goto(address('&parte=vocabulario'));
    await page.getByRole('link', { name: 'Começar' }).click();
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Mostrar resposta' }).click();
    await page.keyboard.press('4');
    await expect(page.getByText(/guardadas neste aparelho/)).toBeVisible();

    await page.goto(address('&parte=teste'));
    await page.getByRole('link', { name: 'Começar o teste' }).click();
    await untilHydrated(page);
    await answer(page, questions[0] as Question);
    await page.getByRole('button', { name: 'Conferir' }).click();
    await expect(page.getByText(/serão corrigidas no fim/)).toBeVisible();
    await page.getByRole('button', { name: 'Próxima' }).click();
    await takeExam(page, 1);
    await expect(page.getByText(/será corrigido assim que a internet voltar/)).toBeVisible();

    await page.goto(address('&faixa=2'));
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Tocar' }).click();
    await expect
      .poll(() =>
        page
          .locator('audio')
          .first()
          .evaluate((audio: HTMLAudioElement) => audio.currentTime),
      )
      .toBeGreaterThan(0.3);

    await page.goto(address('&parte=teste'));
    await untilHydrated(page);
    await context.setOffline(false);
    await expect(page.getByText(/2 respostas guardadas foram enviadas/)).toBeVisible();
    await page.goto(address('&parte=teste'));
    await expect(tab(page, /^Teste/)).toContainText('10,0');
    await expect(tab(page, /^Palavras/)).toContainText('1/12');
    const contents = await page.request.get('/api/v1/at-home/livros/user/1/');
    const [book] = await contents.json();
    expect(book.unidades[UNIT - 1].testes[0]).toMatchObject({ tentativas: 1, melhor_nota: 10 });
    expect(book.unidades[UNIT - 1].vocabulario[0].cartao).toMatchObject({ repeticoes: 1 });
  });
});

test.describe('leaving', () => {
  // The page’s request after the end of its session is refused, and leads to the login.
  test.use({ tolerated: [/401 \(Unauthorized\)/] });

  test('logout deletes the stored unit (S14)', async ({ page }) => {
    await takeAlong(page);
    await page.getByRole('button', { name: /conta/i }).first().click();
    await page.getByRole('button', { name: 'Sair' }).first().click();
    await page.waitForURL(/\/login\/main/);
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).join())).not.toContain('unidade');
  });
});
