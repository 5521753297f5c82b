import { expect, expectNoAxeFindings, freshTest, setTheme, test, untilHydrated } from './support/portal-test.ts';
import { screens } from './support/screens.ts';

test.beforeEach(({ loginAs }) => loginAs('aluna@demo.example'));

test('classes and books are on one page, with a filter in the address (PED-01, CLASS-01)', {
  tag: ['@connected', '@both'],
}, async ({ page }) => {
  await page.goto('/pedagogico/list');
  const classes = page.getByRole('region', { name: 'Turmas' });
  await expect(classes.getByRole('heading', { level: 3 })).toHaveText(['Conversação Online', 'Inglês A2 · Noite']);
  await page.getByRole('link', { name: 'Só online' }).click();
  await expect(page).toHaveURL(/\?digital=1$/);
  await expect(classes.getByRole('heading', { level: 3 })).toHaveText(['Conversação Online']);
  await expect(page.getByRole('region', { name: 'Livros' })).toContainText('On the Way 2');
});

test.describe('the book-code dialog', () => {
  test.use({ tolerated: [/status of 40\d/] });
  test('the book-code dialog shows errors of a code and keeps it (BOOK-08, BOOK-11, PED-06)', {
    tag: ['@both', '@deep'],
  }, async ({ page }) => {
    await page.goto('/pedagogico/list');
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Adicionar livro' }).click();
    const dialog = page.getByRole('dialog', { name: 'Adicionar um livro' });
    const code = dialog.getByLabel('Código do livro');
    await expect(code).toBeFocused();
    for (const [typed, words] of [
      ['', 'Digite o código do livro.'],
      ['KNN-LIVRO-9999', /Não encontramos um livro com este código/],
      ['KNN-LIVRO-0003', /já está ligado a outra pessoa/],
    ] as const) {
      await code.fill(typed);
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('alert')).toHaveText(words);
      await expect(code).toHaveValue(typed);
    }
    await expectNoAxeFindings(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Adicionar livro' })).toBeFocused();
  });
});

freshTest('a typed code adds a book (BOOK-02)', async ({ page }) => {
  await page.goto('/login/main?next=%2Fpedagogico%2Flist');
  await page.getByLabel('E-mail ou CPF').fill('visitante@demo.example');
  await page.getByLabel('Senha', { exact: true }).fill('portal-demo');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL(/\/pedagogico\/list$/);
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Adicionar livro' }).click();
  await page.getByLabel('Código do livro').fill('knn-livro-0002');
  await page.keyboard.press('Enter');
  await expect(page.getByText('On the Way 1 foi adicionado aos seus livros.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Livros' })).toContainText('On the Way 1');

  const requested = page.waitForRequest((request) => request.isNavigationRequest());
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Adicionar livro' }).click();
  await page.getByLabel('Código do livro').fill('knn-livro-0002');
  await page.keyboard.press('Enter');
  await requested;
  await expect(page.getByText('On the Way 1 foi adicionado aos seus livros.')).toBeVisible();
  await expect(page).toHaveURL(/#livros$/);
});

test('grades show the mean first, and a missing one is not a zero (PED-05)', { tag: '@connected' }, async ({
  page,
}) => {
  await page.goto('/pedagogico/notas/1?parte=notas');
  await expect(page.getByRole('heading', { level: 2, name: '7,9' })).toBeVisible();
  await expect(page.getByText('Subindo em relação ao período anterior')).toBeVisible();
  const last = page.getByRole('table', { name: '3º período' });
  await expect(last.getByText('Ainda não lançada')).toHaveCount(4);
  await expect(last).not.toContainText('0,0');
  await page.goto('/pedagogico/notas/1');
  await expect(page.getByRole('listitem').filter({ hasText: 'Redação: An old friend' })).toContainText('8,5');
});

test.describe('a class of somebody else', () => {
  test.use({ tolerated: [/status of 404/] });
  for (const path of ['/pedagogico/notas/6', '/aula-online/details/6']) {
    test(`${path} is not found (ROLE-08)`, { tag: ['@connected', '@deep'] }, async ({ page }) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'Esta turma não está entre as suas' })).toBeVisible();
      await expectNoAxeFindings(page);
    });
  }
});

test('online lessons show future ones, recordings, and a calendar entry (CLASS-01…04)', async ({ page }) => {
  await page.goto('/aula-online/list');
  await page.getByRole('link', { name: /Aulas e gravações de Conversação Online/ }).click();
  await expect(page).toHaveURL(/\/aula-online\/details\/2$/);
  const coming = page.getByRole('region', { name: 'Próximas' });
  await expect(coming.getByRole('listitem')).toHaveCount(6);
  const past = page.getByRole('region', { name: 'Anteriores' });
  await expect(past.getByText('Gravada').first()).toBeVisible();
  await expect(past.getByRole('listitem').filter({ visible: true })).toHaveCount(6);
  await past.getByText(/^Ver mais \d+ aulas$/).click();
  await expect(past.getByText('Aula 1 · Vocabulário em contexto')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    coming
      .getByRole('link', { name: /ao calendário/ })
      .last()
      .click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^aula-\d+\.ics$/);
});

test('on a phone the hero has text beside its drawing, and two actions without one', { tag: '@deep' }, async ({
  page,
}) => {
  await page.setViewportSize(screens.phone);
  // An online class shows its hero only around its lesson; this class shows it at every hour.
  await page.goto('/pedagogico/notas/1?parte=notas');
  const hero = page.locator('.hero-surface');
  const mark = hero.locator('.hero-mark');
  await expect(hero.locator('.hero-actions > *')).toHaveCount(0);
  await expect(mark).toBeVisible();
  const ends = await hero.locator('.hero-text > *').evaluateAll((parts) =>
    parts.map((part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      return range.getBoundingClientRect().right;
    }),
  );
  expect(ends.length).toBeGreaterThan(1);
  const left = await mark.evaluate((box) => box.getBoundingClientRect().left);
  expect(Math.max(...ends)).toBeLessThanOrEqual(left);
  await hero.locator('.hero-actions').evaluate((actions) => {
    actions.innerHTML = '<a class="btn btn-hero">Entrar na aula</a><a class="btn btn-hero">Confirmar presença</a>';
  });
  await expect(mark).toBeHidden();
});

test('a drawing is dimmer on a dark page', { tag: '@deep' }, async ({ page, context }) => {
  for (const [theme, filter] of [
    ['claro', 'none'],
    ['escuro', 'brightness(0.85)'],
  ] as const) {
    await setTheme(context, 'knn', theme);
    await page.goto('/pedagogico/list');
    await expect(page.locator('img[src^="/brand/"]').first()).toHaveCSS('filter', filter);
  }
});

test('a recorded lesson offers its material', async ({ page }) => {
  await page.goto('/aula-online/details/2');
  const lesson = page.getByRole('listitem').filter({ hasText: 'resumo-da-aula.pdf' }).first();
  await expect(lesson).toContainText('Gravada');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    lesson.getByRole('link', { name: /resumo-da-aula\.pdf/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('resumo-da-aula.pdf');
  await expectNoAxeFindings(page);
});
