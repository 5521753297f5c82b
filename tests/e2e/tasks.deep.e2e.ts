import type { Locator, Page } from '@playwright/test';
import { pdf } from '../support/sample-files.ts';
import { logIn, submitLogin } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest as test, untilHydrated } from './support/portal-test.ts';
import { wordButton } from './support/practice.ts';

// What students do most, counted in taps from the open home of a phone. Nobody scrolls on the way. The story of travel
// campaigns counts the tap to a ticket on the day of its event.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Opens the home of a student. */
async function openHome(page: Page, who = 'aluna@demo.example') {
  await logIn(page, who);
  await page.goto('/dashboard');
}

/** A target that a thumb reaches at once: on the screen, and not behind the dock. */
async function expectInReach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // A sheet or a late picture may still move it.
  await expect(async () => {
    const box = await target.boundingBox();
    const floor = await page.evaluate(() => {
      const isCovered = document.querySelector('dialog[open]') !== null;
      const dock = isCovered ? null : document.querySelector('.portal-dock');
      return dock?.getBoundingClientRect().top ?? innerHeight;
    });
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(floor);
  }).toPass();
}

/** Taps one after another. @returns how many */
async function tapAll(page: Page, targets: readonly Locator[]): Promise<number> {
  for (const target of targets) {
    await expectInReach(page, target);
    await target.click();
  }
  return targets.length;
}

test('a bill is paid with two taps', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openHome(page);
  const taps = await tapAll(page, [
    card(page, 'Pagamentos').getByRole('link', { name: 'Pagar' }),
    page.getByRole('button', { name: /^Copiar código/ }),
  ]);
  expect(taps).toBe(2);
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^000201/);
});

test('the words of today begin with one tap', async ({ page }) => {
  await openHome(page);
  expect(await tapAll(page, [card(page, 'Hoje').getByRole('link', { name: /palavras para revisar/ })])).toBe(1);
  await expectInReach(page, wordButton(page));
});

test('late work is handed in with two taps', async ({ page }) => {
  await openHome(page);
  const send = page
    .getByRole('dialog', { name: 'Exercícios da página 38' })
    .getByRole('button', { name: 'Escolher arquivo' });
  expect(await tapAll(page, [card(page, 'Hoje').getByRole('link', { name: /^Exercícios da página 38/ })])).toBe(1);
  await page.waitForURL(/#atividade-/);
  await untilHydrated(page);
  const picker = page.waitForEvent('filechooser');
  expect(await tapAll(page, [send])).toBe(1);
  await (await picker).setFiles({ name: 'lista.pdf', mimeType: 'application/pdf', buffer: pdf() });
  await expect(page.getByText('Enviada com atraso').first()).toBeVisible();
});

test('a missed lesson is made up for with three taps', async ({ page }) => {
  await page.goto('/login/main');
  await submitLogin(page, 'familia@demo.example');
  await page.getByRole('button', { name: /Davi Reis/ }).click();
  await page.waitForURL('**/dashboard');
  const missed = card(page, 'Hoje').getByRole('link', { name: /^Repor a aula perdida/ });
  const first = await missed.textContent();
  const taps = await tapAll(page, [
    missed,
    card(page, 'Repor uma aula').locator('.option').filter({ visible: true }).first(),
    page.getByRole('button', { name: 'Marcar reposição' }),
  ]);
  expect(taps).toBe(3);
  await expect(page.getByText('Ela já está na sua agenda.')).toBeVisible();
  await page.goto('/dashboard');
  // He missed an earlier one too.
  await expect(missed).not.toHaveText(first ?? '');
});

test('the last grade is opened with one tap, and months of study with two', async ({ page }) => {
  await openHome(page);
  const grade = card(page, 'Notas e correções').getByRole('link', { name: /\d: nota \d/ });
  await grade.click();
  await page.waitForURL(/parte=notas/);
  await expect(page.getByRole('region', { name: 'Avaliações' })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Principal' })
    .getByRole('link', { name: 'Estudar' })
    .filter({ visible: true })
    .click();
  await tapAll(page, [page.getByRole('link', { name: 'Seu progresso' })]);
  await expect(page.getByRole('table', { name: /^Palavras que você lembra/ }).getByRole('row')).toHaveCount(6);
  await expectNoAxeFindings(page);
});

test('points are seen without a tap', async ({ page }) => {
  await openHome(page);
  await expectInReach(page, page.getByRole('link', { name: /^[\d.]+ pontos, usar$/ }));
});

test('the next class is seen without a tap', async ({ page }) => {
  await openHome(page);
  await expectInReach(page, page.getByText(/Próxima: |Acontecendo agora/));
});

test('a reward is redeemed with three taps', async ({ page }) => {
  await openHome(page);
  // The dock itself is always in reach.
  await page
    .getByRole('navigation', { name: 'Principal' })
    .getByRole('link', { name: 'Clube' })
    .filter({ visible: true })
    .click();
  await untilHydrated(page);
  const taps = await tapAll(page, [
    card(page, 'Já pode ser seu').getByRole('link', { name: /^Trocar por Aula particular/ }),
    page.getByRole('dialog', { name: 'Trocar por Aula particular?' }).getByRole('button', { name: 'Confirmar troca' }),
  ]);
  expect(taps + 1).toBe(3);
  const done = page.getByRole('dialog', { name: 'Troca feita' });
  await expect(done).toContainText(/Mostre este código na secretaria até \d{2}\/\d{2}\./);
});

test('a notice opens its subject with two taps', async ({ page }) => {
  await openHome(page);
  const taps = await tapAll(page, [
    page.getByRole('link', { name: /^Avisos/ }).filter({ visible: true }),
    page.getByRole('button', { name: /Conversação hoje à noite/ }),
  ]);
  expect(taps).toBe(2);
  await expect(page.getByRole('heading', { level: 1, name: 'Conversação Online' })).toBeVisible();
});

test.describe('of staff', () => {
  const openPanel = async (page: Page) => {
    await logIn(page, 'gestora@demo.example');
    await page.goto('/manager-panel');
  };

  test('a message to everybody goes out with five taps', async ({ page }) => {
    await openPanel(page);
    await tapAll(page, [page.getByRole('main').getByRole('link', { name: 'Nova mensagem' })]);
    await untilHydrated(page);
    await page.getByLabel('Título').fill('Sem aula na segunda');
    await page.getByLabel('Mensagem', { exact: true }).fill('A escola fecha no feriado e volta na terça.');
    const taps = [
      page.getByRole('button', { name: 'Escolher quem recebe' }),
      page.getByText('Todos da escola', { exact: true }),
      page.getByRole('button', { name: 'Conferir e enviar' }),
      page.getByRole('dialog').getByRole('button', { name: /^Enviar para \d+ pessoas$/ }),
    ];
    for (const [at, target] of taps.entries()) {
      await target.click();
      if (at === 0) {
        await page.waitForURL(/\/send\/\d+$/);
        await untilHydrated(page);
      }
    }
    expect(1 + taps.length).toBeLessThanOrEqual(5);
    await page.waitForURL(/\/history\/\d+$/);
    await expect(page.getByText('Todos da escola').first()).toBeVisible();
  });

  test('open tasks are visible without a tap', async ({ page }) => {
    await openPanel(page);
    await expectInReach(page, card(page, 'O que espera por você').getByRole('link').first());
  });

  test('a student is found with one shortcut and typing', async ({ page }) => {
    await openPanel(page);
    await untilHydrated(page);
    await page.keyboard.press('/');
    await page.keyboard.type('ana sou');
    await expect(page.getByRole('dialog').getByRole('link', { name: /^Ana Souza/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/manager-panel\/profile\/1$/);
  });
});
