import { books } from '../../src/server/core/content/books.ts';
import { expect, test, untilHydrated } from './support/portal-test.ts';
import { reachFindings } from './support/reach.ts';
import { screens } from './support/screens.ts';

// The walk of axe.e2e.ts asks for reach on every page. This shows that it finds what is wrong, and that a press shows.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const ANA = 'aluna@demo.example';

const faults = [
  ['narrow', '.surface { width: 400px }'],
  ['large', '.btn { white-space: nowrap; max-width: none; min-width: 14rem }'],
  ['late', 'html[style*=Fallback] .surface { width: 400px }'],
  ['small', '.btn { min-height: 0; height: 30px }'],
  ['untold', '[aria-current] { outline: none !important }'],
  ['untold', '.surface { border: 0 }'],
] as const;

for (const [kind, css] of faults) {
  test(`${css} is found as ${kind}`, async ({ page, loginAs }) => {
    await loginAs(ANA);
    await page.setViewportSize(screens.phone);
    await page.goto('/financial');
    expect((await reachFindings(page))[kind]).toEqual([]);
    await page.evaluate(async (css) => {
      // The page's policy forbids a style element.
      document.adoptedStyleSheets.push(await new CSSStyleSheet().replace(css));
    }, css);
    expect((await reachFindings(page))[kind]).not.toEqual([]);
  });
}

/** One of each kind that a finger presses. */
const pressed = [
  ['/dashboard', '.portal-dock > a'],
  ['/dashboard', 'a.to-do'],
  ['/dashboard', '.card .btn, .surface .btn'],
  ['/financial', '.segments > a'],
  ['/knn-club/usar-pontos', '.pills > a'],
  ['/pedidos', 'a.order-row'],
] as const;

for (const [path, selector] of pressed) {
  test(`a press on ${selector} is visible at once`, async ({ page, loginAs }) => {
    await loginAs(ANA);
    await page.setViewportSize(screens.phone);
    await page.goto(path);
    await untilHydrated(page);
    const target = page.locator(selector).filter({ visible: true }).first();
    const ground = () => target.evaluate((each) => getComputedStyle(each).backgroundImage);
    const before = await ground();
    await target.hover();
    expect(await ground(), 'only the press shows').toBe(before);
    await page.mouse.down();
    expect(await ground()).toContain('linear-gradient');
    await page.mouse.move(1, 1);
    await page.mouse.up();
    expect(new URL(page.url()).pathname, 'a press that slides off goes nowhere').toBe(path);
  });
}

test('a press on a row with one link is visible on the whole row', async ({ page, loginAs }) => {
  await loginAs('gestora@demo.example');
  await page.goto('/manager-panel/intercambio');
  const row = page.locator('.kit-table tbody tr').first();
  const link = row.locator('.kit-open');
  const box = await row.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 4, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await page.mouse.down();
  expect(await link.evaluate((each) => getComputedStyle(each, '::after').backgroundImage)).toContain('linear-gradient');
  await page.mouse.up();
  await expect(page.getByRole('heading', { level: 1, name: /^Pedido/ })).toBeVisible();
});

/** What a book says in English: names of units and tracks, lines, words and their examples. */
const english = (books().find(({ slug }) => slug === 'way-2')?.unidades ?? []).flatMap((unit) => [
  unit.titulo,
  ...unit.audios.flatMap(({ titulo, linhas }) => [titulo, ...linhas.map(({ texto }) => texto)]),
  ...unit.palavras.flatMap(({ termo, exemplo }) => [termo, exemplo]),
]);

for (const path of [
  '/dashboard',
  '/pedagogico/notas/101?parte=notas',
  ...['', '&parte=vocabulario', '&parte=teste'].map((part) => `/pedagogico/minha-pratica/1?unidade=4${part}`),
]) {
  test(`${path} marks English words with their language`, async ({ page, loginAs }) => {
    await loginAs(ANA);
    await page.goto(path);
    await untilHydrated(page);
    const { said, unmarked } = await page.evaluate(englishOn, english);
    expect(said).toBeGreaterThan(0);
    expect(unmarked).toEqual([]);
  });
}

/** Counts these phrases on the page, and lists those without the language mark. Runs in the page. */
function englishOn(phrases: string[]): { said: number; unmarked: string[] } {
  const known = new Set(phrases);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let said = 0;
  const unmarked: string[] = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const words = text.nodeValue?.replace(/^[\s·]+|\s+$/g, '') ?? '';
    // One word alone may be a word of Portuguese too.
    if (!known.has(words) || !words.includes(' ')) continue;
    if (text.parentElement?.closest('[lang^="en"]')) said += 1;
    else unmarked.push(words);
  }
  return { said, unmarked };
}
