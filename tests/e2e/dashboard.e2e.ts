import type { Page } from '@playwright/test';
import { movedClock } from '../../scripts/moved-clock.ts';
import { startPortal } from '../../scripts/portal-process.ts';
import { formatMoney, formatPoints } from '../../src/lib/format/money.ts';
import { isNationalHoliday } from '../../src/lib/rules/time/holidays.ts';
import { DAY_MS } from '../../src/lib/rules/time/spans.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { submitLogin } from './support/log-in.ts';
import { expect, expectNoAxeFindings, test, untilHydrated } from './support/portal-test.ts';
import { answerWord, wordButton } from './support/practice.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const greeting = (name: string) => new RegExp(`^(Bom dia|Boa tarde|Boa noite), ${name}$`);

/** Reads the API as the person who is logged in. */
async function ask<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(`/api/v1/${path}`);
  expect(answer.status(), path).toBe(200);
  return (await answer.json()) as T;
}

test('a guardian’s home shows the son’s next lesson, his bill in two taps, and an absence in three', {
  tag: '@both',
}, async ({ page, loginAs }) => {
  await loginAs('responsavel@demo.example');
  await page.goto('/dashboard');
  const son = page.getByRole('main').locator('#aluno-6');
  await expect(son.getByRole('heading', { level: 2 })).toHaveText('Felipe Nunes');
  await expect(son).toContainText(/Próxima aula: .+, \d\d:\d\d/);
  await expect(son).toContainText('1 atividade atrasada: Exercícios da página 38');
  await expect(son.getByRole('progressbar')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/em dia|Comece por aqui/i);
  await expectNoAxeFindings(page);
  const places = page.getByRole('navigation', { name: /^Principal/ }).filter({ visible: true });
  for (const place of ['Início', 'Filhos', 'Pagamentos'])
    await expect(places.getByRole('link', { name: place, exact: true })).toBeVisible();
  // On a desktop the notices are at the bottom of the navigation.
  await expect(page.getByRole('link', { name: 'Avisos', exact: true }).filter({ visible: true }).first()).toBeVisible();

  // One tap to the code, one to copy it.
  await son.getByRole('link', { name: 'Pagar por Felipe' }).click();
  await expect(page.getByRole('button', { name: /Copiar/ }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Resumo' })).toContainText('Aluno(a): Felipe N.');

  await page.goto('/financial');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamentos');
  await expect(page.getByRole('main')).not.toContainText(/em dia/i);
  await page.getByLabel('Escolher Mensalidade 7 de 12 de Felipe Nunes').check();
  await page.getByLabel('Escolher Mensalidade 8 de 12 de Felipe Nunes').check();
  await page.getByRole('button', { name: /^Pagar 2 parcelas/ }).click();
  await expect(page.getByRole('button', { name: /Copiar/ }).first()).toBeVisible();

  await page.goto('/dashboard');
  await son.getByRole('link', { name: 'Faltas' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Felipe Nunes');
  await expectNoAxeFindings(page);
  await page.getByLabel('Aula', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel(/^Motivo/).fill('Consulta no dentista.');
  await page.getByRole('button', { name: 'Avisar a escola' }).click();
  await expect(page.getByRole('main')).toContainText('Consulta no dentista.');
});

test('an account without an enrollment does not say that all is paid', async ({ page, loginAs }) => {
  await loginAs('semvinculo@demo.example');
  await page.goto('/financial');
  await expect(page.getByRole('main')).toContainText('quando a escola ligar sua conta à matrícula');
  await expect(page.getByRole('main')).not.toContainText(/em dia/i);
});

test('Ana reads what comes next, from her own data (DASH-01)', { tag: '@both' }, async ({ page, loginAs }) => {
  await loginAs('aluna@demo.example');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(greeting('Ana'));
  await expect(page.locator('[data-tour="proxima-aula"]')).toContainText(/Acontecendo agora|Próxima:/);
  await expect(page.locator('[data-tour="proxima-aula"]').getByRole('link')).toBeVisible();

  const lines = card(page, 'Hoje').getByRole('listitem');
  await expect(lines).toHaveCount(3);
  // The numbers are tested in tests/api/pedagogico-today.test.ts.
  await expect(lines.first()).toContainText('Exercícios da página 38');
  await expect(lines.first()).toContainText('Atrasada desde');
  await expect(lines.first()).toContainText(/mais [1-9]\d* para entregar/);
  await expect(lines.nth(1)).toContainText(/[1-9]\d* palavras para revisar/);
  await expect(lines.nth(2).getByRole('link')).toHaveAttribute('href', /^\/pedagogico\/minha-pratica\/\d+/);
  await expect(page.getByText(/^\d de [1-7] dias/)).toBeVisible();

  // The late bill comes first, with its link to pay.
  const { resumo } = await ask<{ resumo: { vencido_centavos: number } }>(page, 'at-home/financeiro/');
  expect(resumo.vencido_centavos).toBeGreaterThan(0);
  const finance = card(page, 'Pagamentos');
  await expect(finance).toContainText(formatMoney(resumo.vencido_centavos));
  await expect(finance).toContainText(/Em atraso: venceu há \d+ dias/);
  await expect(finance.getByRole('link', { name: 'Pagar' })).toHaveAttribute('href', /parcelas=105$/);

  const club = await ask<{ saldo: number; a_expirar: number }>(page, 'rewards/');
  expect(club.a_expirar).toBeGreaterThan(0);
  await expect(card(page, 'Clube')).toContainText(formatPoints(club.saldo));
  await expect(card(page, 'Clube')).toContainText(`${formatPoints(club.a_expirar)} até`);

  await expect(card(page, 'Avisos').getByRole('listitem').first()).toContainText('Não lido');
});

async function expectUrgentInSight(page: Page): Promise<void> {
  const dock = await page.locator('.portal-dock').boundingBox();
  for (const part of [card(page, 'Hoje').getByRole('listitem').last(), page.getByRole('link', { name: 'Pagar' })]) {
    const box = await part.boundingBox();
    expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThanOrEqual(dock?.y ?? 0);
  }
}

test('urgent things are on the first screen of a phone, and bell and account on that of a laptop', {
  tag: '@deep',
}, async ({ page, loginAs }) => {
  await loginAs('aluna@demo.example');
  await page.goto('/dashboard');
  await expectUrgentInSight(page);
  await page.setViewportSize({ width: 1366, height: 650 });
  await page.reload();
  const rail = page.locator('.rail');
  await expect(rail.getByRole('link', { name: /^Avisos/ })).toBeInViewport({ ratio: 1 });
  await expect(rail.getByRole('button', { name: /Minha conta/ })).toBeInViewport({ ratio: 1 });
});

test('urgent things stay there during a lesson and when the weekly goal is met', { tag: '@deep' }, async ({ page }) => {
  const portal = await startPortal(movedClock(thursdayEvening().getTime() - Date.now()));
  try {
    await page.goto(`${portal.address}/login/main`);
    await untilHydrated(page);
    await submitLogin(page, 'aluna@demo.example');
    await page.waitForURL(/dashboard/);
    await expect(page.locator('[data-tour="proxima-aula"]')).toContainText('Acontecendo agora');
    await expect(page.getByText('Meta cumprida')).toBeVisible();
    await expectUrgentInSight(page);
    await page.goto('about:blank');
  } finally {
    await portal.stop();
  }
});

/** 21:00 of the next Thursday that has lessons: three days of the week are studied, and one lesson runs. */
function thursdayEvening(): Date {
  const zone = 'America/Sao_Paulo';
  let at = new Date(`${dayIn(zone, new Date())}T21:00:00-03:00`);
  // In UTC it is Friday.
  while (at.getUTCDay() !== 5 || isNationalHoliday(dayIn(zone, at))) at = new Date(at.getTime() + DAY_MS);
  return at;
}

test('the words of today start with one press, and work opens where it is submitted', async ({ page, loginAs }) => {
  await loginAs('aluna@demo.example');
  await page.goto('/dashboard');
  await card(page, 'Hoje')
    .getByRole('link', { name: /palavras para revisar/ })
    .click();
  await answerWord(page);
  await expect(wordButton(page)).toBeVisible();

  await page.goto('/dashboard');
  const work = card(page, 'Hoje').getByRole('listitem').first().getByRole('link');
  const title = (await work.locator('span.font-bold').textContent()) ?? '';
  expect(title).toMatch(/\S/);
  await work.click();
  await page.waitForURL(/\/pedagogico\/notas\/\d+.*#atividade-\d+$/);
  await expect(page.getByRole('heading', { name: title })).toBeInViewport();
});

test('each card of Ana leads to its area', { tag: ['@both', '@deep'] }, async ({ page, loginAs }) => {
  await loginAs('aluna@demo.example');
  for (const [name, link, path] of [
    ['Hoje', /unidades/, /^\/pedagogico\/minha-pratica\/\d+/],
    ['Pagamentos', 'Ver parcelas', /^\/financial$/],
    ['Clube', 'Usar pontos', /^\/knn-club\/usar-pontos$/],
  ] as const) {
    await page.goto('/dashboard');
    await card(page, name).getByRole('link', { name: link }).click();
    await page.waitForURL((url) => path.test(url.pathname));
  }
});

test('the home of Bruno without data says what comes and where to begin (DASH-01)', { tag: '@connected' }, async ({
  page,
  loginAs,
}) => {
  await loginAs('visitante@demo.example');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(greeting('Bruno'));
  const start = card(page, 'Comece por aqui');
  await expect(start).toContainText('0 de 3');
  await expect(start.getByRole('link', { name: /turma/ })).toHaveAttribute('href', '/english-test');
  await expect(start.getByRole('link', { name: /livro/ })).toHaveAttribute('href', '/pedagogico/list');
  await expect(card(page, 'Hoje')).toHaveCount(0);
  await expect(card(page, 'Pagamentos')).toContainText('Nenhuma parcela no seu nome');
  await expect(start.getByRole('link', { name: /clube/ })).toHaveAttribute('href', '/knn-club/meu-clube');
  await expect(card(page, 'Clube')).toHaveCount(0);
  await expect(card(page, 'Avisos').getByRole('listitem')).toHaveCount(0);
  await expect(card(page, 'Avisos')).toContainText('Nenhum aviso por aqui');
  await expect(page.getByRole('main')).not.toContainText(/undefined|null|NaN|R\$\s0,00/);
});

test('the main navigation marks the current page, and shows only accessible pages (BOOK-05, GUARD-10, GUARD-12)', {
  tag: ['@connected', '@both'],
}, async ({ page, loginAs }) => {
  await loginAs('visitante@demo.example');
  await page.goto('/dashboard');
  const nav = page.getByRole('navigation', { name: 'Principal' });
  await expect(nav.locator('[aria-current=page]')).toHaveText(/Início/);
  const hrefs = () => page.locator('nav a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect((await hrefs()).filter((href) => /manager-panel|pedidos/.test(href ?? ''))).toEqual([]);
  await loginAs('gestora@demo.example');
  await page.goto('/dashboard?como=aluno');
  expect(await hrefs()).toContainEqual(expect.stringMatching(/^\/manager-panel/));
});

test('home and course do not scroll sideways, from the smallest phone on', { tag: '@deep' }, async ({
  page,
  loginAs,
}) => {
  await loginAs('aluna@demo.example');
  for (const width of [320, 390, 750, 1050, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/dashboard');
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(width);
    await page.goto('/pedagogico/list');
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(width);
  }
});

test('a phone offers seven days, and a chosen day shows its entries', async ({ page, loginAs }) => {
  await loginAs('aluna@demo.example');
  await page.goto('/dashboard');
  const week = card(page, 'Seus próximos dias');
  const days = week.getByRole('radio');
  await expect(days).toHaveCount(7);
  await expect(week.getByRole('link').first()).toBeVisible();
  const last = week.getByRole('radio', { disabled: false }).last();
  await last.check();
  const shown = week
    .getByRole('list')
    .getByRole('listitem')
    .filter({ has: page.locator(':checked') });
  await expect(shown.getByRole('link').first()).toBeVisible();
  await expect(week.getByRole('link').filter({ visible: true })).toHaveCount(await shown.getByRole('link').count());
  await expectNoAxeFindings(page);
});

test('a phone in landscape has the dock at the side, and the full height for the page', async ({ page, loginAs }) => {
  await loginAs('aluna@demo.example');
  await page.setViewportSize({ width: 844, height: 390 });
  for (const address of ['/dashboard', '/pedagogico/minha-pratica/1?unidade=4']) {
    await page.goto(address);
    const dock = await page.locator('.portal-dock').boundingBox();
    const main = await page.locator('main').boundingBox();
    expect(dock).toMatchObject({ x: 0, y: 0, height: 390 });
    expect(main?.x).toBeGreaterThanOrEqual(dock?.width ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(844);
  }
  await page.locator('.portal-dock > a').nth(2).hover();
  await expectNoAxeFindings(page);
});
