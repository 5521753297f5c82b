import { expect, it } from 'vitest';
import { placesOf } from '../../../../src/components/shell/nav.ts';
import type { ShellUser } from '../../../../src/components/shell/shell.ts';
import { RIGHTS } from '../../../../src/lib/rules/people/rights.ts';
import { matchRoute, routeTable } from '../../../../src/lib/rules/routes/route-table.ts';
import { wayBack } from '../../../../src/lib/rules/routes/way-back.ts';

const manager = { isManager: true, rights: new Set(RIGHTS), isConnected: false } as unknown as ShellUser;

it('a way back to a part of the panel has the name of the navigation', () => {
  const { main, more } = placesOf(manager, 'panel-home');
  const backs = new Set(routeTable.map(({ pattern }) => wayBack(pattern.replaceAll(/\{\w+\}/g, '1'))?.href));
  const parts = [...main, ...more].filter(({ href }) => backs.has(href));
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.map(({ href }) => matchRoute(href)?.route.title)).toEqual(parts.map(({ label }) => label));
});
