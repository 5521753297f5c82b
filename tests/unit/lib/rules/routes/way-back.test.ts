import { expect, it } from 'vitest';
import { matchRoute, routeTable } from '../../../../../src/lib/rules/routes/route-table.ts';
import { wayBack } from '../../../../../src/lib/rules/routes/way-back.ts';

const inside = routeTable.filter(
  ({ kind, redirectTo }) => !redirectTo && !['public', 'promo', 'login', 'creation', 'update'].includes(kind),
);
const pathOf = (pattern: string) => pattern.replaceAll(/\{\w+\}/g, '1');
const depth = (pattern: string) => pattern.split('/').length;

it('each page of one thing leads back to its list', () => {
  // A sitting has a cross instead.
  const things = inside.filter(({ name, pattern }) => pattern.includes('{') && name !== 'pratica-sessao');
  expect(things.filter(({ pattern }) => wayBack(pathOf(pattern)) === null).map(({ name }) => name)).toEqual([]);
});

it('a way back leads up, to a page with a title', () => {
  for (const { name, pattern } of inside) {
    const way = wayBack(pathOf(pattern));
    if (!way) continue;
    const above = matchRoute(way.href)?.route;
    expect(above?.title, name).toBe(way.label);
    expect(depth(way.href), name).toBeLessThanOrEqual(depth(pattern));
    const steps: string[] = [];
    for (let next = wayBack(way.href); next; next = wayBack(next.href)) steps.push(next.href);
    expect(steps.length, `${name}: the first page of its area is near`).toBeLessThan(3);
  }
});

it('what belongs to one thing leads back to that thing', () => {
  for (const { name, pattern } of inside) {
    const above = pattern.slice(0, pattern.lastIndexOf('/'));
    const parent = inside.find((route) => route.pattern === above);
    if (!parent?.pattern.includes('{') || name === 'pratica-sessao') continue;
    expect(wayBack(pathOf(pattern))?.href, name).toBe(pathOf(parent.pattern));
  }
});

it('pages beside each other in tabs have none, nor do unknown addresses', () => {
  for (const path of ['/dashboard', '/knn-club/usar-pontos', '/manager-panel/auditoria', '/financial', '/nowhere']) {
    expect(wayBack(path)).toBeNull();
  }
});

it('no way leads from a page of connected mode to one that is off there', () => {
  const shown = inside.filter(({ onlyEmbedded }) => !onlyEmbedded);
  const backs = shown.flatMap(({ pattern }) => wayBack(pathOf(pattern))?.href ?? []);
  expect(backs.filter((href) => matchRoute(href)?.route.onlyEmbedded)).toEqual([]);
});

it('a unit leads back to its book, and the book to the list', () => {
  const book = '/pedagogico/minha-pratica/7';
  expect(wayBack(`${book}?unidade=3&parte=teste`)).toEqual({ href: book, label: 'Livro' });
  expect(wayBack(book)).toEqual({ href: '/pedagogico/list', label: 'Estudar' });
});

it('the spreadsheets of students and classes stand below their lists; those of the others are tabs', () => {
  expect(wayBack('/manager-panel/profile/planilhas')?.href).toBe('/manager-panel/profile');
  expect(wayBack('/manager-panel/turmas/planilhas')?.href).toBe('/manager-panel/turmas');
  for (const area of ['equipe', 'financeiro', 'club']) expect(wayBack(`/manager-panel/${area}/planilhas`)).toBeNull();
});
