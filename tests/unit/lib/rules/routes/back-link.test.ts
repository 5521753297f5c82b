import { expect, it } from 'vitest';
import { backLink } from '../../../../../src/lib/rules/routes/back-link.ts';
import { matchRoute, routeTable } from '../../../../../src/lib/rules/routes/route-table.ts';

const inside = routeTable.filter(
  ({ kind, redirectTo }) => !redirectTo && !['public', 'promo', 'login', 'creation', 'update'].includes(kind),
);
const pathOf = (pattern: string) => pattern.replaceAll(/\{\w+\}/g, '1');
const depth = (pattern: string) => pattern.split('/').length;

it('each detail page links back to its list', () => {
  // A practice session has a close button instead.
  const things = inside.filter(({ name, pattern }) => pattern.includes('{') && name !== 'pratica-sessao');
  expect(things.filter(({ pattern }) => backLink(pathOf(pattern)) === null).map(({ name }) => name)).toEqual([]);
});

it('a back link goes up to a page with a title', () => {
  for (const { name, pattern } of inside) {
    const link = backLink(pathOf(pattern));
    if (!link) continue;
    const above = matchRoute(link.href)?.route;
    expect(above?.title, name).toBe(link.label);
    expect(depth(link.href), name).toBeLessThanOrEqual(depth(pattern));
    const steps: string[] = [];
    for (let next = backLink(link.href); next; next = backLink(next.href)) steps.push(next.href);
    expect(steps.length, `${name}: the first page of its area is near`).toBeLessThan(3);
  }
});

it('a page below a detail page links back to it', () => {
  for (const { name, pattern } of inside) {
    const above = pattern.slice(0, pattern.lastIndexOf('/'));
    const parent = inside.find((route) => route.pattern === above);
    if (!parent?.pattern.includes('{') || name === 'pratica-sessao') continue;
    expect(backLink(pathOf(pattern))?.href, name).toBe(pathOf(parent.pattern));
  }
});

it('tabs and unknown addresses have no back link', () => {
  for (const path of ['/dashboard', '/knn-club/usar-pontos', '/manager-panel/auditoria', '/financial', '/nowhere']) {
    expect(backLink(path)).toBeNull();
  }
});

it('a page of connected mode has no back link to a page that is off there', () => {
  const shown = inside.filter(({ onlyEmbedded }) => !onlyEmbedded);
  const backs = shown.flatMap(({ pattern }) => backLink(pathOf(pattern))?.href ?? []);
  expect(backs.filter((href) => matchRoute(href)?.route.onlyEmbedded)).toEqual([]);
});

it('a unit links back to its book, and the book to the list', () => {
  const book = '/pedagogico/minha-pratica/7';
  expect(backLink(`${book}?unidade=3&parte=teste`)).toEqual({ href: book, label: 'Livro' });
  expect(backLink(book)).toEqual({ href: '/pedagogico/list', label: 'Estudar' });
});

it('import pages of students and classes are below their lists; the others are tabs', () => {
  expect(backLink('/manager-panel/profile/planilhas')?.href).toBe('/manager-panel/profile');
  expect(backLink('/manager-panel/turmas/planilhas')?.href).toBe('/manager-panel/turmas');
  for (const area of ['equipe', 'financeiro', 'club']) expect(backLink(`/manager-panel/${area}/planilhas`)).toBeNull();
});
