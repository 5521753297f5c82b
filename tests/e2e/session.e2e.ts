import type { Page } from '@playwright/test';
import { sessionCookie } from '../../src/lib/session.ts';
import { openAccountMenu, submitLogin } from './support/log-in.ts';
import { addressOn, type Brand, expect, freshTest, test, untilHydrated } from './support/portal-test.ts';
import { openPortal } from './support/portals.ts';

freshTest('page scripts never hold an access token (AUTH-22)', async ({ page, context }) => {
  const seen: string[] = [];
  await page.exposeFunction('tell', (text: string) => void seen.push(text));
  // Reads every answer before the page does: the one to the login is gone with its page a moment later.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = async (...request) => {
      const answer = await fetch(...request);
      await (window as unknown as { tell(text: string): Promise<void> }).tell(await answer.clone().text());
      return answer;
    };
  });
  await page.goto('/login/main');
  await untilHydrated(page);
  await submitLogin(page, 'familia@demo.example');
  await page.getByRole('button', { name: /Eva Reis/ }).click();
  await page.waitForURL(/\/dashboard$/);
  await page.evaluate(async () => (await fetch('/api/v1/users/me/')).text());
  const stored = await page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const addresses = requests.flat().map(({ url }) => url);
    return JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, databases, addresses, name]);
  });
  seen.push(stored, await page.content(), page.url());

  const { value = '' } = (await context.cookies()).find(({ name }) => name === sessionCookie) ?? {};
  expect(value).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
  const all = seen.join('\n');
  expect(all).toContain('"access_token":null');
  expect(all).toContain('"full_name":"Eva Reis"');
  expect(all).not.toContain(value);
  expect(all).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/);
  expect(stored).not.toContain('portal_session');
  expect(stored).not.toContain('portal-demo');
});

for (const [brand, name, primary] of [
  ['knn', 'KNN Idiomas', '#3E009F'],
  ['phenom', 'Phenom Idiomas', '#F70052'],
] as const satisfies [Brand, string, string][]) {
  test(`only the host decides the brand: ${name} (BRAND-01…06, BRAND-08, PWA-07)`, async ({ page }) => {
    const other = brand === 'knn' ? 'phenom' : 'knn';
    await page.goto(addressOn(brand, `/login/main?brand=${other}`));
    await expect(page.locator('html')).toHaveAttribute('data-brand', brand);
    await expect(page.locator('html')).toHaveAttribute('data-theme', `${brand}-light`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
    await expect(page).toHaveTitle(`Entrar · ${name}`);
    const loaded = await page.evaluate(async () => {
      await document.fonts.ready;
      return performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    });
    const worn = loaded.filter((path) => /^\/_astro\/(phenom|archivo)/.test(path));
    expect(worn.map((path) => path.split('.').at(-1)).sort(), 'sheet and face of the second brand alone').toEqual(
      brand === 'phenom' ? ['css', 'woff2'] : [],
    );
    await expect(page.getByRole('banner').getByRole('link')).toHaveAccessibleName(new RegExp(name.split(' ')[0] ?? ''));

    const files = await page.evaluate(async () => {
      const href = (selector: string) => document.querySelector<HTMLLinkElement>(selector)?.href ?? '';
      const size = async (address: string) => {
        const picture = await createImageBitmap(await (await fetch(address)).blob());
        return [picture.width, picture.height];
      };
      const manifest = (await (await fetch(href('link[rel=manifest]'))).json()) as {
        name: string;
        theme_color: string;
        icons: { src: string; sizes: string }[];
      };
      return {
        manifest,
        paths: [...manifest.icons.map(({ src }) => src), new URL(href('link[rel=icon]')).pathname],
        favicon: await size(href('link[rel=icon]')),
        ofBrowsersThatGuess: await size('/favicon.ico'),
        icons: await Promise.all(manifest.icons.map(async ({ src }) => (await size(src)).join('x'))),
      };
    });
    expect(files.manifest).toMatchObject({ name, theme_color: primary });
    expect(files.icons).toEqual(files.manifest.icons.map(({ sizes }) => sizes));
    expect(files.favicon).toEqual([48, 48]);
    expect(files.ofBrowsersThatGuess).toEqual([48, 48]);
    expect(files.paths.filter((path) => !path.startsWith(`/brand/${brand}/`))).toEqual([]);
  });
}

test('fields have an outline and round ends, on a pale page with one main area (BRAND-10, BRAND-12, ROUTE-35)', {
  tag: '@deep',
}, async ({ page, loginAs }) => {
  await loginAs('aluna@demo.example');
  await page.goto('/me/dados');
  await expect(page.getByRole('main')).toHaveCount(1);
  const field = await page.getByLabel('Nome completo').evaluate((input) => {
    const box = input.closest('.input') ?? input;
    const { borderTopWidth, borderTopStyle, borderTopLeftRadius } = getComputedStyle(box);
    const { height } = box.getBoundingClientRect();
    return { height, line: borderTopStyle, width: parseFloat(borderTopWidth), radius: parseFloat(borderTopLeftRadius) };
  });
  expect(field.line).toBe('solid');
  expect(field.width).toBeGreaterThanOrEqual(1);
  expect(field.radius).toBeGreaterThanOrEqual(field.height / 2);
  expect(field.height).toBeGreaterThanOrEqual(44);
  const lightness = await page.evaluate(() => {
    const paint = document.createElement('canvas').getContext('2d');
    if (!paint) return 0;
    paint.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
    paint.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = paint.getImageData(0, 0, 1, 1).data;
    return Math.min(red, green, blue);
  });
  expect(lightness).toBeGreaterThan(225);
});

test('the debugging block is not in production (SENTRY-06)', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/login/main');
  expect(await page.content()).not.toContain('rota login-main');
  const portal = await openPortal({ NODE_ENV: 'development' });
  try {
    expect(await (await fetch(`${portal.address}/login/main`)).text()).toContain('rota login-main');
  } finally {
    await portal.close();
  }
});

test('an unknown address leads to the start, for visitors to the login (ROUTE-30, GUARD-03)', { tag: '@deep' }, async ({
  page,
}) => {
  for (const path of ['/nao/existe', '/main/dashboard2', '/dashboard/x', '/DASHBOARD', '/login2']) {
    await page.goto(path);
    expect(new URL(page.url()).pathname, path).toBe('/login/main');
  }
});

freshTest.describe('a session that ended elsewhere', () => {
  freshTest.use({ tolerated: [/status of 401/] });

  async function logInTwice(page: Page): Promise<() => Promise<void>> {
    await page.goto('/login/main');
    await untilHydrated(page);
    await submitLogin(page, 'aluna@demo.example');
    await page.waitForURL(/\/dashboard$/);
    const { value = '' } = (await page.context().cookies()).find(({ name }) => name === sessionCookie) ?? {};
    const address = new URL('/me/acesso', page.url());
    return async () => {
      const answer = await fetch(address, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: address.origin, cookie: `${sessionCookie}=${value}` },
        body: new URLSearchParams({ acao: 'sair-de-todos' }),
      });
      expect(answer.status).toBe(303);
    };
  }

  freshTest('a refused call of the page leads to the login, which says why (AUTH-25, ERR-11)', async ({ page }) => {
    const endElsewhere = await logInTwice(page);
    await page.goto('/pedagogico/list');
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Adicionar livro' }).click();
    await page.getByLabel('Código do livro').fill('KNN-LIVRO-0002');
    await endElsewhere();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/login\/main\?motivo=sessao$/);
    await expect(page.getByText('Sua sessão terminou. Entre de novo para continuar.')).toBeVisible();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain(sessionCookie);

    await untilHydrated(page);
    const endAgain = await logInTwice(page);
    // An open page of the session leaves by itself once a call of it is refused.
    await page.goto('about:blank');
    await endAgain();
    await page.goto('/pedagogico/list');
    expect(page.url()).toContain(`/login/main?next=${encodeURIComponent('/pedagogico/list')}`);
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain(sessionCookie);
  });
});

test.describe('an answer of 405', () => {
  test.use({ tolerated: [/status of 405/] });
  test('an answer of 405 leads to the main screen, once (ERR-12)', { tag: ['@connected', '@deep'] }, async ({
    page,
    loginAs,
  }) => {
    await loginAs('aluna@demo.example');
    await page.route('**/api/v1/users/book/**', (route) => route.fulfill({ status: 405, json: { detail: 'Não.' } }));
    const submit = async () => {
      await page.goto('/pedagogico/list');
      await untilHydrated(page);
      await page.getByRole('button', { name: 'Adicionar livro' }).click();
      await page.getByLabel('Código do livro').fill('KNN-LIVRO-0002');
      await page.keyboard.press('Enter');
    };
    await submit();
    await page.waitForURL(/\/dashboard$/);
    await submit();
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/pedagogico/list');
  });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`the theme, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, {
    tag: javaScriptEnabled ? [] : '@deep',
  }, () => {
    test.use({ javaScriptEnabled, colorScheme: 'dark' });
    test('the theme is light at first, and stays as chosen on every page (BRAND-09)', async ({ page, loginAs }) => {
      await loginAs('menor@demo.example');
      await page.goto('/financial');
      const html = page.locator('html');
      await expect(html).toHaveAttribute('data-theme', 'knn-light');
      for (const [label, theme, scheme] of [
        ['Escuro', 'knn-dark', 'dark'],
        ['Sistema', 'knn-system', 'dark'],
        // The account stores the last theme, and the next login starts with it.
        ['Claro', 'knn-light', 'light'],
      ] as const) {
        const menu = await openAccountMenu(page);
        await menu.getByRole('button', { name: label }).click();
        await expect(html).toHaveAttribute('data-theme', theme);
        expect(new URL(page.url()).pathname).toBe('/financial');
        await expect(html).toHaveCSS('color-scheme', new RegExp(scheme));
        await page.goto('/login/main');
        await expect(html).toHaveAttribute('data-theme', theme);
        await page.goto('/financial');
      }
      await expect((await openAccountMenu(page)).getByRole('button', { name: 'Claro' })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
    });
  });
}

test.describe('headers', () => {
  test.use({ tolerated: [/Content.Security.Policy/i] });

  test('pages, calls, files and errors have security headers', async ({ page }) => {
    await page.goto('/login/main');
    const asset = await page.locator('link[rel=stylesheet]').first().getAttribute('href');
    const redirect = { maxRedirects: 0 };
    for (const [path, status] of [
      ['/login/main', 200],
      ['/dashboard', 302],
      ['/nao/existe', 302],
      [asset ?? '', 200],
      ['/_astro/nada.js', 404],
      ['/service-worker.js', 200],
      ['/manifest.webmanifest', 200],
      ['/api/v1/users/me/', 401],
      ['/api/v1/nada/', 404],
      ['/api/v1/openapi.json', 200],
      ['/healthz', 200],
    ] as const) {
      const answer = await page.request.get(path, redirect);
      const headers = answer.headers();
      expect(answer.status(), path).toBe(status);
      expect(headers['x-content-type-options'], path).toBe('nosniff');
      expect(headers['x-frame-options'], path).toBe('DENY');
      expect(headers['referrer-policy'], path).toBeTruthy();
      expect(headers['permissions-policy'], path).toContain('geolocation=()');
      if (status === 302) continue;
      expect(headers['content-security-policy'], path).toMatch(/default-src '(self|none)'/);
      expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy'], path).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/);
    }
    const secure = await page.request.get('/login/main', { headers: { 'x-forwarded-proto': 'https' } });
    expect(secure.headers()['strict-transport-security']).toMatch(/max-age=\d{8}/);
  });

  test('security headers block foreign scripts (S7)', { tag: '@deep' }, async ({ page }) => {
    await page.goto('/login/main');
    const blocked = page.evaluate(
      () =>
        new Promise((resolve) => {
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
          const script = document.createElement('script');
          script.textContent = 'document.documentElement.dataset.ran = "sim"';
          document.body.append(script);
          document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="document.documentElement.dataset.ran=1">');
        }),
    );
    expect(await blocked).toMatch(/^script-src/);
    await expect(page.locator('html')).not.toHaveAttribute('data-ran');
  });
});
