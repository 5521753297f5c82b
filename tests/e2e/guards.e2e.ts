import { submitLogin } from './support/log-in.ts';
import { expect, keepInstallQuiet, test } from './support/portal-test.ts';

test.describe('where each demo account lands', () => {
  for (const [login, landing, heading] of [
    ['aluna@demo.example', '/dashboard', /Ana/],
    ['visitante@demo.example', '/dashboard', /Bruno/],
    ['pendente@demo.example', '/profile-update/start', /completar seu cadastro/],
    ['menor@demo.example', '/dashboard', /Felipe/],
    // Connected, the panel opens on the messages, and there are no pages of teachers.
    ['gestora@demo.example', '/manager-panel', /Helena|Mensagens/],
    ['admin@demo.example', '/manager-panel', /Igor|Mensagens/],
    ['professora@demo.example', '/professor', /Minhas aulas|Júlia/],
    ['phenom@demo.example', '/dashboard', /Nina/],
  ] as const) {
    test(`${login} → ${landing} (GUARD-14, GUARD-16)`, { tag: ['@connected', '@deep'] }, async ({ page }, info) => {
      await page.goto('/login/main');
      await submitLogin(page, login);
      const place = landing === '/professor' && info.project.name === 'connected' ? '/dashboard' : landing;
      await page.waitForURL((url) => url.pathname.startsWith(place));
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    });
  }

  test('familia@demo.example chooses the account, without the password again (AUTH-05, AUTH-06)', {
    tag: '@connected',
  }, async ({ page }) => {
    await page.goto('/login/main');
    await submitLogin(page, 'familia@demo.example');
    await expect(page.getByRole('button', { name: /Davi Reis/ })).toBeVisible();
    await expect(page.locator('input[type=password]')).toHaveCount(0);
    await page.getByRole('button', { name: /Eva Reis/ }).click();
    await page.waitForURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { level: 1, name: /Eva/ })).toBeVisible();
  });

  test('semvinculo@demo.example uses pages without enrollment, and sees what the others need (GUARD-08)', {
    tag: ['@connected', '@deep'],
  }, async ({ page }) => {
    await page.goto('/login/main');
    await submitLogin(page, 'semvinculo@demo.example');
    await page.waitForURL(/\/dashboard$/);
    await expect(page.getByText(/não está ligada a uma matrícula/)).toBeVisible();
    await page.goto('/pedagogico/list');
    await expect(page.getByRole('heading', { level: 1, name: 'Estudar' })).toBeVisible();
    await page.goto('/financial/cambio');
    await expect(page.getByRole('heading', { level: 1, name: /abre com a sua matrícula/ })).toBeVisible();
    await keepInstallQuiet(page);
    await page.goto('/');
    await page.waitForURL(/\/login\/main\?motivo=vinculo/);
    await expect(page.getByText(/não está ligada a uma matrícula/)).toBeVisible();
    await expect(page.getByText('Marcos, você já entrou')).toBeVisible();
    await page.getByRole('button', { name: 'Sair desta conta' }).click();
    await page.waitForURL(/motivo=saiu/);
  });

  test.describe('refused', () => {
    test.use({ tolerated: [/status of 403/] });
    test('bloqueada@demo.example gets no session and a reason (GUARD-15)', { tag: '@connected' }, async ({
      page,
      context,
    }) => {
      await page.goto('/login/main');
      await submitLogin(page, 'bloqueada@demo.example');
      await expect(page.getByText(/unidade/i)).toBeVisible();
      expect((await context.cookies()).map(({ name }) => name)).not.toContain('portal_session');
    });
  });
});

test.describe('rights', () => {
  test('the manager panel is for managers (GUARD-10)', { tag: '@connected' }, async ({ page, loginAs }) => {
    await loginAs('gestora@demo.example');
    await page.goto('/manager-panel');
    // Connected, the panel has the messages alone.
    expect(new URL(page.url()).pathname).toMatch(/^\/manager-panel(\/push-notification)?$/);
    await expect(page.getByRole('navigation', { name: 'Painel' }).filter({ visible: true }).first()).toBeVisible();
    await loginAs('aluna@demo.example');
    await page.goto('/manager-panel');
    expect(new URL(page.url()).pathname).toBe('/dashboard');
  });

  test('orders are for units that sell, the club for members (GUARD-11, GUARD-12)', {
    tag: ['@connected', '@deep'],
  }, async ({ page, loginAs }) => {
    await loginAs('aluna@demo.example');
    await page.goto('/pedidos');
    expect(new URL(page.url()).pathname).toBe('/pedidos');
    await page.goto('/knn-club');
    expect(new URL(page.url()).pathname).toBe('/knn-club/juntar-pontos');
    await loginAs('visitante@demo.example');
    await page.goto('/pedidos');
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    await page.goto('/knn-club/usar-pontos');
    expect(new URL(page.url()).pathname).toBe('/knn-club/meu-clube');
  });

  test('an outdated registration leads to its update from everywhere (GUARD-06)', { tag: '@connected' }, async ({
    page,
    loginAs,
  }) => {
    await loginAs('pendente@demo.example');
    for (const path of ['/', '/dashboard', '/financial', '/knn-club']) {
      await page.goto(path);
      expect(new URL(page.url()).pathname, path).toBe('/profile-update/start');
    }
  });

  test('an unknown address leads to the start (ROUTE-30)', { tag: '@deep' }, async ({ page, loginAs }) => {
    await loginAs('aluna@demo.example');
    await page.goto('/nao/existe');
    expect(new URL(page.url()).pathname).toBe('/dashboard');
  });
});

test.describe('deep links', () => {
  test('deep links open after the login (GUARD-17)', async ({ page }) => {
    await page.goto('/financial/transactions');
    await page.waitForURL(/\/login\/main\?next=/);
    await submitLogin(page, 'menor@demo.example');
    await page.waitForURL((url) => url.pathname === '/financial/transactions');
  });

  for (const next of [
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    '/%09/evil.example',
    'javascript:alert(1)',
  ]) {
    test(`deep links never leave the portal: ${next} (S11)`, { tag: '@deep' }, async ({ page }) => {
      await page.goto(`/login/main?next=${encodeURIComponent(next)}`);
      await submitLogin(page, 'menor@demo.example');
      await page.waitForURL((url) => url.pathname === '/dashboard' && url.hostname === 'localhost');
    });
  }
});

test('a person with an outdated registration still sees the result of an e-mail link, once (AUTH-15)', async ({
  loginAs,
  page,
}) => {
  await loginAs('pendente@demo.example');
  await page.goto('/dashboard?token_email=abc');
  await expect(page).toHaveURL(/\/profile-update\/start$/);
  const told = page.getByText('Este link de confirmação não vale mais.');
  await expect(told).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(told).toHaveCount(0);
});
