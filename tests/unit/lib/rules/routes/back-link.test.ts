import { expect, it } from 'vitest';
import { backLink } from '../../../../../src/lib/rules/routes/back-link.ts';
import { matchRoute, routeTable } from '../../../../../src/lib/rules/routes/route-table.ts';

const inside = routeTable.filter(
  ({ kind, redirectTo }) => !redirectTo && !['public', 'promo', 'login', 'creation', 'update'].includes(kind),
);
const pathOf = (pattern: string) => pattern.replaceAll(/\{\w+\}/g, '1');
const depth = (pattern: string) => pattern.split('/').length;

it('each page of one thing leads back to its list', () => {
  // A practice session has a cross instead.
  const things = inside.filter(({ name, pattern }) => pattern.includes('{') && name !== 'pratica-sessao');
  expect(things.filter(({ pattern }) => backLink(pathOf(pattern)) === null).map(({ name }) => name)).toEqual([]);
});

it('a way back leads up, to a page with a title', () => {
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

it('what belongs to one thing leads back to that thing', () => {
  for (const { name, pattern } of inside) {
    const above = pattern.slice(0, pattern.lastIndexOf('/'));
    const parent = inside.find((route) => route.pattern === above);
    if (!parent?.pattern.includes('{') || name === 'pratica-sessao') continue;
    expect(backLink(pathOf(pattern))?.href, name).toBe(pathOf(parent.pattern));
  }
});

it('pages beside each other in tabs have none, nor do unknown addresses', () => {
  for (const path of ['/dashboard', '/knn-club/usar-pontos', '/manager-panel/auditoria', '/financial', '/nowhere']) {
    expect(backLink(path)).toBeNull();
  }
});

it('no way leads from a page of connected mode to one that is off there', () => {
  const shown = inside.filter(({ onlyEmbedded }) => !onlyEmbedded);
  const backs = shown.flatMap(({ pattern }) => backLink(pathOf(pattern))?.href ?? []);
  expect(backs.filter((href) => matchRoute(href)?.route.onlyEmbedded)).toEqual([]);
});

it('a unit leads back to its book, and the book to the list', () => {
  const book = '/pedagogico/minha-pratica/7';
  expect(backLink(`${book}?unidade=3&parte=teste`)).toEqual({ href: book, label: 'Livro' });
  expect(backLink(book)).toEqual({ href: '/pedagogico/list', label: 'Estudar' });
});

it('the spreadsheets of students and classes stand below their lists; those of the others are tabs', () => {
  expect(backLink('/manager-panel/profile/planilhas')?.href).toBe('/manager-panel/profile');
  expect(backLink('/manager-panel/turmas/planilhas')?.href).toBe('/manager-panel/turmas');
  for (const area of ['equipe', 'financeiro', 'club']) expect(backLink(`/manager-panel/${area}/planilhas`)).toBeNull();
});
