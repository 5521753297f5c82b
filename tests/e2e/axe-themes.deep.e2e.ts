import type { Page } from '@playwright/test';
import { axeFindings, endAnimations, openInTheme, switchTheme } from './support/axe.ts';
import { foreignColours } from './support/own-colours.ts';
import { expect, test, untilHydrated } from './support/portal-test.ts';
import { resize } from './support/reach.ts';
import { screens } from './support/screens.ts';

// Basis of the other axe tests: the checker finds errors, and a page whose theme or width is switched
// looks as it would have been loaded.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const ANA = 'aluna@demo.example';

/**
 * Forms, cards, tables, figures, drawings, and the switch of themes itself. Not the dashboard: offers to install come
 * and go there.
 */
const pages = [
  { path: '/login/main' },
  { path: '/knn-abre-o-mundo' },
  { path: '/pedagogico/list', login: ANA },
  { path: '/me', login: ANA },
  { path: '/financial', login: ANA },
  { path: '/knn-club/meu-extrato', login: ANA },
  { path: '/manager-panel/club', login: 'gestora@demo.example' },
];

/** One for each sheet of the build that the pages above do not bring, and the practice. */
const furtherPages = [
  { path: '/dashboard', login: ANA },
  { path: '/pedagogico/minha-pratica/1?unidade=4', login: ANA },
  { path: '/pedagogico/notas/101', login: ANA },
  { path: '/pedagogico/notas/101?parte=notas', login: ANA },
  { path: '/pedagogico/notas/101?parte=frequencia', login: ANA },
  { path: '/financial/cambio?valor=1000', login: ANA },
  { path: '/pedidos', login: ANA },
  { path: '/intercambio', login: ANA },
  { path: '/campanhas/ingressos', login: ANA },
  { path: '/knn-club/usar-pontos', login: ANA },
  { path: '/avisos', login: ANA },
  { path: '/manager-panel/pedidos', login: 'gestora@demo.example' },
  { path: '/manager-panel/push-notification', login: 'gestora@demo.example' },
  { path: '/verificar' },
];

test.describe('a widened page looks like a page that was loaded wide', () => {
  for (const { path, login } of pages) {
    test(path, async ({ page, loginAs }) => {
      if (login) await loginAs(login);
      await page.setViewportSize(screens.phone);
      await page.goto(path);
      await untilHydrated(page);
      const narrow = await looks(page);
      await resize(page, screens.desktop);
      const widened = await looks(page);
      await page.goto(path);
      await untilHydrated(page);
      expect(widened).toEqual(await looks(page));
      expect(widened).not.toEqual(narrow);
    });
  }
});

test.describe('a switched theme looks like a loaded one', () => {
  for (const { path, login } of pages) {
    test(path, async ({ page, loginAs }) => {
      if (login) await loginAs(login);
      for (const brand of ['knn', 'phenom'] as const) {
        await openInTheme(page, brand, 'claro', path);
        await untilHydrated(page);
        const light = await looks(page);
        await switchTheme(page, brand, 'escuro');
        const switched = await looks(page);
        await openInTheme(page, brand, 'escuro', path);
        await untilHydrated(page);
        const loaded = await looks(page);
        expect(switched.length).toBeGreaterThan(20);
        expect(switched).toEqual(loaded);
        expect(switched).not.toEqual(light);
      }
    });
  }
});

test.describe('a first visit looks the same before its style sheets come and with them', () => {
  test.use({ javaScriptEnabled: false, tolerated: [/ERR_FAILED/] });
  // A font that comes late waits for the next page (decision 0010). Here it comes to neither visit.
  test.beforeEach(({ page }) => page.route('**/*.woff2', (route) => route.abort()));

  for (const { path, login } of [...pages, ...furtherPages]) {
    test(path, async ({ page, loginAs }) => {
      for (const brand of ['knn', 'phenom'] as const) {
        if (login) await loginAs(login);
        await page.setViewportSize(screens[brand === 'knn' ? 'phone' : 'desktop']);
        // Another story may write something for the page between its two visits: a difference of styles never passes.
        await expect(async () => {
          await page.route('**/_astro/*.css', (route) => route.fulfill({ contentType: 'text/css', body: '' }));
          await openInTheme(page, brand, brand === 'knn' ? 'claro' : 'escuro', path);
          const bare = [...(await looks(page)), ...(await places(page))];
          await page.unroute('**/_astro/*.css');
          await page.reload();
          const whole = [...(await looks(page)), ...(await places(page))];
          expect(bare.length).toBeGreaterThan(40);
          expect(bare).toEqual(whole);
        }).toPass({ timeout: 60_000 });
      }
    });
  }
});

test('axe finds a missing name, and too little contrast', async ({ page }) => {
  await page.goto('about:blank');
  await page.setContent(
    '<!doctype html><html lang="pt-BR"><title>Teste</title><main><h1>Teste</h1><input><p style="color:#ccc">Claro</p>',
  );
  const findings = (await axeFindings(page)).map((finding) => finding.split(':')[0]);
  expect(findings.sort()).toEqual(['color-contrast', 'label']);
});

test('a colour of the first brand is found on a page of the second', async ({ page, loginAs }) => {
  await loginAs(ANA);
  await openInTheme(page, 'phenom', 'claro', '/financial');
  expect(await foreignColours(page)).toEqual([]);
  for (const css of [
    'h1 { color: #3e009f }',
    '.hero-mark path { fill: #1d4ed8 }',
    '.btn::before { content: ""; background: #b79cff }',
  ]) {
    const found = await page
      .evaluate(async (css) => {
        document.adoptedStyleSheets = [await new CSSStyleSheet().replace(css)];
      }, css)
      .then(() => foreignColours(page));
    expect(found, css).not.toEqual([]);
  }
});

/** The position of each visible element, in whole pixels. */
async function places(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *:not(link)')]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return `${element.localName}.${element.classList[0]} ${[x, y, width, height].map(Math.round).join(' ')}`;
      }),
  );
}

/** The style properties that a theme may change or that axe checks. */
const properties = [
  ...['color', 'background-color', 'background-image', 'border-top-color', 'border-bottom-color', 'outline-color'],
  ...['fill', 'stroke', 'box-shadow', 'text-decoration-line', 'text-decoration-color', 'text-shadow', 'filter'],
  ...['opacity', 'visibility', 'display', 'color-scheme', 'font-size', 'font-weight', 'mix-blend-mode'],
];

/** The computed style of each element, with a description of the element. */
async function looks(page: Page): Promise<string[]> {
  // Collapsed content keeps its old colours until it is opened.
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true;
  });
  await endAnimations(page);
  return page.evaluate((properties) => {
    return [...document.querySelectorAll('html, body, body *:not(link)')].map((element) => {
      const drawn = ['', '::before', '::after'].map((part) => {
        const style = getComputedStyle(element, part || null);
        return properties.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';');
      });
      const said = ['class', 'aria-pressed', 'aria-current'].map((name) => element.getAttribute(name));
      return `${element.localName} ${said.join(' ')} ${drawn.join(' | ')}`;
    });
  }, properties);
}
