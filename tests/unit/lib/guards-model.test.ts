import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/lib/guards.ts';
import { routeTable } from '../../../src/lib/rules/routes/route-table.ts';
import type { PortalSession, SessionUser } from '../../../src/lib/session.ts';
import { ana, ask, bruno, carla, full, helena, lara, marcos, nobody, options, pathOf, visitors } from './visitors.ts';

describe('GUARD-16: all routes for all visitors', () => {
  const addresses = [
    ...routeTable.map(({ pattern }) => pathOf(pattern)),
    '/main/dashboard',
    '/unknown',
    '//evil.example',
  ];

  it.each(Object.entries(visitors))('redirects of %s end within three hops, without a loop', (_name, visitor) => {
    for (const address of addresses) {
      const seen = [address];
      let session = visitor;
      for (;;) {
        const verdict = decide(seen.at(-1) ?? '', session, options);
        if (!('redirect' in verdict)) break;
        expect(verdict.redirect, seen.join(' → ')).toMatch(/^\/(?![/\\])/);
        expect(seen).not.toContain(verdict.redirect);
        seen.push(verdict.redirect);
        // Logout clears the token and the book (AUTH-23).
        if (verdict.logout) session = nobody;
        expect(seen.length - 1, seen.join(' → ')).toBeLessThanOrEqual(3);
      }
    }
  });

  it('a trailing slash or a query does not change the decision', () => {
    const target = (address: string, session: PortalSession) => ask(address, session).split('?')[0];
    for (const session of Object.values(visitors)) {
      for (const { pattern } of routeTable) {
        const path = pathOf(pattern);
        expect(target(`${path}?aba=2`, session)).toBe(target(path, session));
        if (path !== '/') expect(target(`${path}/`, session)).toBe(target(path, session));
      }
    }
  });

  it('GUARD-14: each account of the demo school gets the right home', () => {
    const landing = (user: SessionUser) => ask('/dashboard', full(user));
    expect([ana, bruno, carla, helena, lara, marcos].map(landing)).toEqual([
      'allow',
      'allow',
      '/profile-update/start',
      '/manager-panel',
      '/login/main?motivo=unidade',
      'allow',
    ]);
  });
});
