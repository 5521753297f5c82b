import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  dropVisited,
  isDaily,
  lastState,
  readerOf,
  storeVisited,
  withHour,
} from '../../../src/service-worker/visited.ts';

const ORIGIN = 'https://portal.example';
const at = (path: string) => new URL(path, ORIGIN).href;
const pageOf = (user: number | null, content = 'Oi', attributes = '') =>
  `<!doctype html><html lang="pt-BR"><body class="x"${user ? ` data-user-id="${user}"` : ''}${attributes}><main id="conteudo" class="page" tabindex="-1">${content}</main></body></html>`;
const html = (text: string) => new Response(text, { headers: { 'content-type': 'text/html' } });
const NOON = Date.parse('2026-11-29T12:00:00Z');
const HOUR_MS = 3_600_000;

/** The part of the Cache API that the worker uses. */
function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>();
  const keyOf = (key: string | Request) => at(typeof key === 'string' ? key : key.url);
  const cacheOf = (entries: Map<string, Response>) => ({
    match: async (key: string) => entries.get(keyOf(key))?.clone(),
    put: async (key: string, answer: Response) => void entries.set(keyOf(key), answer),
    delete: async (key: string | Request) => entries.delete(keyOf(key)),
    keys: async () => [...entries.keys()].map((url) => ({ url })),
  });
  return {
    stores,
    open: async (name: string) => {
      if (!stores.has(name)) stores.set(name, new Map());
      return cacheOf(stores.get(name) as Map<string, Response>);
    },
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (path: string) => [...stores.values()].flatMap((entries) => entries.get(at(path)) ?? [])[0]?.clone(),
  };
}

let fake: ReturnType<typeof fakeCaches>;
let served: Record<string, string>;
const requested: string[] = [];

beforeEach(() => {
  fake = fakeCaches();
  served = {};
  requested.length = 0;
  vi.stubGlobal('caches', fake);
  vi.stubGlobal('self', { navigator: {} });
  vi.stubGlobal('fetch', async (address: string) => {
    const path = address.replace(ORIGIN, '');
    requested.push(path);
    return path in served ? html(served[path] as string) : new Response('', { status: 404 });
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('which pages are stored', () => {
  test.each([
    ['/dashboard', true],
    ['/pedagogico/notas/12?parte=frequencia', true],
    ['/pedagogico/minha-pratica/1/sessao?tipo=revisao', true],
    ['/avisos?categoria=escola', true],
    ['/pedagogico/minha-pratica/1/sessao?unidade=5&tipo=teste', false],
    ['/avisos?feito=lidos', false],
    ['/pedagogico/notas/12?parte=aulas&repor=3', false],
    ['/financial', false],
    ['/financial/pagar?parcelas=1', false],
    ['/me/dados', false],
    ['/manager-panel', false],
  ])('%s: %s', (path, stored) => {
    expect(isDaily(at(path))).toBe(stored);
  });

  test('a page outside the list is never stored', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('financial', 'me', 'login', 'manager-panel', 'professor', 'api'),
        fc.array(fc.constantFrom('1', 'list', 'familia', 'sessao', 'form'), { maxLength: 3 }),
        (area, rest) => {
          fc.pre(`/${area}/${rest.join('/')}` !== '/me/familia');
          expect(isDaily(at(`/${area}/${rest.join('/')}`))).toBe(false);
        },
      ),
    );
  });
});

test('a page names its user; a visitor has none, and the answer to a form counts as without one', () => {
  expect(readerOf(pageOf(7))).toBe('7');
  expect(readerOf(pageOf(null, '<p data-user-id="7">'))).toBeUndefined();
  expect(readerOf(pageOf(7, '', ' data-posted'))).toBeUndefined();
});

test('a stored page shows when it was stored, and no success message', async () => {
  await storeVisited(at('/dashboard'), html(pageOf(7, 'Oi, Ana', ' data-flash="salvo"')), NOON);
  const shown = await (await lastState(at('/dashboard'), NOON + HOUR_MS))?.text();
  expect(shown).toContain(`data-stored-at="${NOON}"`);
  expect(shown).toMatch(/Esta página está como hoje às \d\d:\d\d\..*Oi, Ana/);
  expect(shown).not.toContain('data-flash');
  expect(withHour(pageOf(7), NOON - 48 * HOUR_MS, NOON)).toMatch(/como em \d\d\/\d\d às/);
});

test('a stored page expires after a week, and a login removes it', async () => {
  await storeVisited(at('/avisos'), html(pageOf(7)), NOON);
  expect(await lastState(at('/avisos'), NOON + 6 * 24 * HOUR_MS)).toBeDefined();
  expect(await lastState(at('/avisos'), NOON + 7 * 24 * HOUR_MS)).toBeUndefined();
  await storeVisited(at('/avisos'), html(pageOf(7)), NOON);
  await dropVisited();
  expect(await lastState(at('/avisos'), NOON)).toBeUndefined();
});

test('the home page also stores today’s practice session, and refreshes it after three hours', async () => {
  const review = '/pedagogico/minha-pratica/1/sessao?tipo=revisao&unidade=5';
  served[review] = pageOf(7, 'nine words');
  const home = () => html(pageOf(7, `<a href="${review.replace('&', '&#38;')}">Revisar</a>`));
  await storeVisited(at('/dashboard'), home(), NOON);
  await storeVisited(at('/dashboard'), home(), NOON + HOUR_MS);
  expect(requested).toEqual([review]);
  expect(await (await lastState(at(review), NOON))?.text()).toContain('nine words');
  await storeVisited(at('/dashboard'), home(), NOON + 4 * HOUR_MS);
  expect(requested).toEqual([review, review]);
});

test('the home page stores a session again once it was opened, and removes it when nothing is due', async () => {
  const review = '/pedagogico/minha-pratica/1/sessao?tipo=revisao';
  served[review] = pageOf(7, 'nine words');
  const home = (link: string) => storeVisited(at('/dashboard'), html(pageOf(7, link)), NOON);
  await home(`<a href="${review}">Revisar</a>`);
  await storeVisited(at(review), html(pageOf(7, 'nine words')), NOON);
  await home(`<a href="${review}">Revisar</a>`);
  expect(requested).toEqual([review, review]);
  await home('Feito por hoje');
  expect(await lastState(at(review), NOON)).toBeUndefined();
});

test('a practice session of another user is not stored', async () => {
  const review = '/pedagogico/minha-pratica/1/sessao?tipo=revisao';
  served[review] = pageOf(8);
  await storeVisited(at('/dashboard'), html(pageOf(7, `<a href="${review}">Revisar</a>`)), NOON);
  expect(await lastState(at(review), NOON)).toBeUndefined();
});

test('the files of a page and those they import are stored once', async () => {
  served['/_astro/Home.AAAABBBB.js'] = 'import"./part.CCCCDDDD.js"';
  served['/_astro/part.CCCCDDDD.js'] = '';
  const home = () => html(pageOf(7, '<script src="/_astro/Home.AAAABBBB.js"></script>'));
  await storeVisited(at('/dashboard'), home(), NOON);
  await storeVisited(at('/dashboard'), home(), NOON);
  expect(requested).toEqual(['/_astro/Home.AAAABBBB.js', '/_astro/part.CCCCDDDD.js']);
});

test('sounds of a page are not fetched, and expired pages are removed', async () => {
  const sound = `/api/v1/portal/livros/arquivos/${'a'.repeat(36)}/`;
  served[sound] = 'sound';
  await storeVisited(at('/avisos'), html(pageOf(7)), NOON);
  await storeVisited(
    at('/pedagogico/minha-pratica/1'),
    html(pageOf(7, `<audio src="${sound}">`)),
    NOON + 8 * 24 * HOUR_MS,
  );
  expect(requested).toEqual([]);
  expect([...(fake.stores.get('portal-vistas:7')?.keys() ?? [])]).toEqual([at('/pedagogico/minha-pratica/1')]);
});

test('only the newest forty pages are stored', async () => {
  for (let id = 1; id <= 45; id++) await storeVisited(at(`/pedagogico/notas/${id}`), html(pageOf(7)), NOON);
  const stored = [...(fake.stores.get('portal-vistas:7')?.keys() ?? [])];
  expect([stored.length, stored[0]]).toEqual([40, at('/pedagogico/notas/6')]);
});

test('an error and a page without a user are not stored', async () => {
  await storeVisited(at('/dashboard'), new Response(pageOf(7), { status: 500 }), NOON);
  await storeVisited(at('/dashboard'), html(pageOf(null)), NOON);
  expect(fake.stores.size).toBe(0);
});
