import type { Page } from '@playwright/test';
import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, test, untilHydrated } from './support/portal-test.ts';
import { screens } from './support/screens.ts';

const HELENA = 'gestora@demo.example';
const waiting = (page: Page) => page.getByRole('region', { name: 'O que espera por você' });

test('staff land on their own home: a manager on the panel, a teacher on the classes', { tag: '@both' }, async ({
  page,
}) => {
  await logIn(page, 'professora@demo.example');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Minhas aulas' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Próxima:' }).first()).toBeVisible();
  await expectNoAxeFindings(page);
  await page.goto('/manager-panel');
  await expect(page).toHaveURL(/\/professor$/);
  await page.getByRole('link', { name: 'Ver como aluno' }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL(/\/dashboard\?como=aluno$/);
  await page.getByRole('link', { name: 'Início', exact: true }).filter({ visible: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: /Júlia/ })).toBeVisible();
  await logIn(page, HELENA);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/manager-panel$/);
  await expect(page.getByRole('heading', { level: 1, name: /Helena$/ })).toBeVisible();
  await expect(page.getByText(/^Versão \d+\.\d+\.\d+ \(\S+\)$/)).toBeVisible();
  await expectNoAxeFindings(page);
});

test('open tasks are visible without a tap, and one tap leads to them', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize(screens.phone);
  await logIn(page, HELENA);
  await page.goto('/manager-panel');
  const orders = waiting(page).getByRole('link', { name: /pedidos? a avançar/ });
  await expect(orders).toBeInViewport();
  await orders.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeVisible();
});

test('a small laptop shows all pages of the panel, with the current one marked and counts of open tasks', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  await logIn(page, HELENA);
  for (const path of ['/manager-panel', '/manager-panel/auditoria']) {
    await page.goto(path);
    const rail = page.getByRole('banner', { name: 'Barra lateral' });
    const places = rail.getByRole('navigation', { name: 'Painel' }).getByRole('link');
    await expect(places).toHaveCount(16);
    for (const place of await places.all()) await expect(place).toBeInViewport({ ratio: 1 });
    await expect(rail.getByRole('link', { name: /^Avisos/ })).toBeInViewport({ ratio: 1 });
    await expect(rail.getByRole('link', { name: 'Buscar' })).toBeInViewport({ ratio: 1 });
    await expect(rail.getByRole('button', { name: /Minha conta/ })).toBeInViewport({ ratio: 1 });
    await expect(rail.locator('[aria-current="page"]')).toHaveAttribute('href', path);
    await expect(rail.getByRole('list', { name: 'Dinheiro' }).getByRole('link')).toHaveCount(3);
    const orders = rail.getByRole('link', { name: /^Pedidos \d+ à espera$/ });
    await expect(orders).toBeVisible();
    await expectNoAxeFindings(page);
  }
});

test('a student is found by one shortcut and typing', async ({ page }) => {
  await page.setViewportSize(screens.desktop);
  await logIn(page, HELENA);
  await page.goto('/manager-panel/pedidos');
  await page.keyboard.press('/');
  const search = page.getByRole('dialog', { name: 'Buscar no painel' });
  await expect(search.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('ana sou');
  await expect(search.getByRole('link', { name: /^Ana Souza/ })).toBeVisible();
  await expect(search.getByRole('link', { name: 'Pôr em turma: Ana Souza' })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/manager-panel\/profile\/1$/);

  await untilHydrated(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('p-000007');
  await expect(search.getByRole('link')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(search.getByRole('link', { name: /^P-000007/ })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(search.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await page.goto('/manager-panel/profile/1/dados');
  const address = page.getByLabel('Complemento');
  await address.fill('');
  await address.pressSequentially('apto 3/b');
  // An opened search would have taken what follows.
  await expect(address).toHaveValue('apto 3/b');
  await expect(search).toBeHidden();
});

test('a word after a name starts an action with the person', async ({ page }) => {
  await page.setViewportSize(screens.desktop);
  await logIn(page, HELENA);
  await page.goto('/manager-panel/pedidos');
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Buscar no painel' });
  await expect(search.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('ana sou rec');
  await expect(search.getByRole('link', { name: /^Receber: Ana Souza/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Receber' }).getByRole('button', { name: /^Anotar R/ })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana Souza');
  await page.keyboard.press('Escape');

  // The same begins with a key of the record.
  await page.keyboard.press('m');
  const message = page.getByRole('dialog', { name: 'Mensagem' });
  await message.getByLabel('Título').fill('Passe na secretaria');
  await message.getByLabel('Texto').fill('Seu livro chegou, {primeiro_nome}.');
  await expectNoAxeFindings(page);
  await message.getByRole('button', { name: 'Enviar para 1' }).click();
  await expect(page.getByText('Mensagem a caminho de 1 pessoa.')).toBeVisible();
  await page.reload();
  const sent = page.getByRole('region', { name: 'Mensagens e avisos' }).getByRole('listitem');
  await expect(sent.filter({ hasText: 'Passe na secretaria' })).toContainText('não lida no portal');
});

test('the field of the home opens the search with the typed text', async ({ page }) => {
  await page.setViewportSize(screens.desktop);
  await logIn(page, HELENA);
  await page.goto('/manager-panel');
  await untilHydrated(page);
  const search = page.getByRole('dialog', { name: 'Buscar no painel' });
  const field = page.getByRole('main').getByRole('searchbox');
  await field.click();
  await expect(search.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await expect(field).toBeFocused();
  await page.keyboard.type('ana sou');
  await expect(search.getByRole('textbox')).toHaveValue('ana sou');
  await expect(search.getByRole('link', { name: /^Ana Souza/ })).toBeVisible();
  await expect(search.getByRole('link', { name: /Parcela · Ana Souza/ }).first()).toBeVisible();
  await search.getByRole('textbox').fill('feriado');
  await expect(search.getByRole('link').first()).toHaveText(/^Dias sem aula\s*Página · Turmas$/);
  await expectNoAxeFindings(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dias-sem-aula$/);
});

test('the home leads to the week, and a lesson of the week opens', { tag: '@both' }, async ({ page }) => {
  await logIn(page, HELENA);
  await page.goto('/manager-panel');
  await page.getByRole('link', { name: 'Ver a semana' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Semana' })).toBeVisible();
  // The demo school has lessons on each day of the week.
  await page.getByRole('link', { name: 'Próxima semana' }).click();
  const days = page.getByRole('main').getByRole('region', { name: /^[^ ]+, \d\d\/\d\d$/ });
  await expect(days.first()).toHaveAccessibleName(/^Segunda, \d\d\/\d\d$/);
  await expectNoAxeFindings(page);
  const lesson = days.getByRole('link').first();
  await page.goto(`${page.url()}&professor=9`);
  await expect(days.getByRole('listitem').first()).toContainText('Júlia Castro');
  await expectNoAxeFindings(page);
  await page.goBack();
  await lesson.click();
  await expect(page).toHaveURL(/\/manager-panel\/turmas\/aulas\/\d+$/);
});

test.describe('a search whose script does not load', () => {
  test.use({ tolerated: [/search-mount/] });

  /** Asks for the search, whose code is on its way. @returns what lets it fail */
  async function askForSearch(page: Page): Promise<() => void> {
    const requested = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    await page.route('**/search-mount.*.js', async (route) => {
      requested.resolve();
      await release.promise;
      await route.abort();
    });
    await page.setViewportSize(screens.desktop);
    await logIn(page, HELENA);
    await page.goto('/manager-panel/profile/1/dados');
    await page.keyboard.press('/');
    await requested.promise;
    return release.resolve;
  }

  test('keys in fields stay there, and a message says that the search failed', { tag: '@deep' }, async ({ page }) => {
    const fail = await askForSearch(page);
    const field = page.getByLabel('Complemento');
    await field.click();
    await page.keyboard.type('ana');
    await expect(field).toHaveValue(/ana$/);
    fail();
    await expect(page.getByText('Não carregou.')).toBeVisible();
    await expect(field).toHaveValue(/ana$/);
  });

  test('opens as a page where nothing was typed', { tag: '@deep' }, async ({ page }) => {
    const fail = await askForSearch(page);
    fail();
    await expect(page).toHaveURL(/\/manager-panel#buscar$/);
    const field = page.getByLabel(/^Nome, matrícula/);
    await expect(field).toBeFocused();
    await page.keyboard.type('ana sou');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: /^Ana Souza/ })).toBeVisible();
  });
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the search is a form on the home of the panel', { tag: '@deep' }, async ({ page }) => {
    await logIn(page, HELENA);
    await page.goto('/manager-panel/pedidos');
    await page
      .getByRole('link', { name: /^Buscar/ })
      .filter({ visible: true })
      .click();
    await page.getByLabel(/^Nome, matrícula/).fill('ana');
    await page.getByRole('button', { name: 'Buscar' }).click();
    await page.getByRole('link', { name: /^Ana Souza/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ana Souza' })).toBeVisible();
    await page.goto('/manager-panel?q=zzzz');
    await expect(page.getByText('Nada com “zzzz”')).toBeVisible();
  });
});
