import { expect, it } from 'vitest';
import { placesOf } from '../../../../src/components/shell/nav.ts';
import type { ShellUser } from '../../../../src/components/shell/shell.ts';
import { waitingAt } from '../../../../src/lib/rules/panel/waiting-places.ts';
import { RIGHTS } from '../../../../src/lib/rules/people/rights.ts';
import { backLink } from '../../../../src/lib/rules/routes/back-link.ts';
import { matchRoute, routeTable } from '../../../../src/lib/rules/routes/route-table.ts';

const manager = { isManager: true, rights: new Set(RIGHTS), isConnected: false } as unknown as ShellUser;

it('a way back to a part of the panel has the name of the navigation', () => {
  const { main, more } = placesOf(manager, 'panel-home');
  const backs = new Set(routeTable.map(({ pattern }) => backLink(pattern.replaceAll(/\{\w+\}/g, '1'))?.href));
  const parts = [...main, ...more].filter(({ href }) => backs.has(href));
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.map(({ href }) => matchRoute(href)?.route.title)).toEqual(parts.map(({ label }) => label));
});

it('the rail of the panel has five groups, and the dock of phones its first four places', () => {
  const { main, more, groups } = placesOf(manager, 'panel-home');
  expect(groups.map(({ name }) => name)).toEqual(['Hoje', 'Pessoas', 'Ensino', 'Dinheiro', 'Escola']);
  expect(main.map(({ label }) => label)).toEqual(['Painel', 'Contatos', 'Alunos', 'Turmas']);
  const all = groups.flatMap(({ entries }) => entries).map(({ key }) => key);
  expect([...main, ...more].map(({ key }) => key).toSorted()).toEqual(all.toSorted());
});

it('a group without an accessible place is left out', () => {
  const { groups } = placesOf({ ...manager, rights: new Set(['pedidos'] as const) }, 'panel-home');
  expect(groups.map(({ name, entries }) => [name, entries.map(({ label }) => label)])).toEqual([
    ['Hoje', ['Painel']],
    ['Dinheiro', ['Pedidos']],
  ]);
});

it('counts of pending items appear at their own place only', () => {
  const waiting = (['contatos', 'passos', 'emails', 'trabalhos'] as const).map((tipo) => ({
    tipo,
    quantos: 2,
    centavos: null,
  }));
  const { groups } = placesOf(manager, 'panel-home');
  const counted = groups
    .flatMap(({ entries }) => entries)
    .map(({ label, href }) => [label, waitingAt(waiting, href).map(({ tipo }) => tipo)] as const)
    .filter(([, kinds]) => kinds.length > 0);
  expect(counted).toEqual([
    ['Mensagens', ['emails']],
    ['Contatos', ['contatos', 'passos']],
  ]);
});

it('a guardian has the places of the children, and of their own studies if there are any', () => {
  const user = { hasChildren: true, isGuardianOnly: true, rights: new Set(), byBook: false } as unknown as ShellUser;
  const labels = (entries: ReturnType<typeof placesOf>['main']) => entries.map(({ label }) => label);
  expect(labels(placesOf(user, 'dashboard').main)).toEqual(['Início', 'Filhos', 'Pagamentos', 'Avisos']);
  expect(labels(placesOf(user, 'dashboard').more)).not.toContain('Filhos');
  const student = placesOf({ ...user, isGuardianOnly: false }, 'dashboard');
  expect(labels(student.main)).toEqual(['Início', 'Estudar', 'Clube', 'Pagamentos']);
  expect(labels(student.more)).toContain('Filhos');
});
