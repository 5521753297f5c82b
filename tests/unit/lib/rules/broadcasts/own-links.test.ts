import { expect, it } from 'vitest';
import { ownLinks } from '../../../../../src/lib/rules/broadcasts/own-links.ts';
import { matchRoute } from '../../../../../src/lib/rules/routes/route-table.ts';

it('the pages offered for a message exist, and those missing in connected mode are marked', () => {
  for (const { path, onlyEmbedded } of ownLinks) {
    const route = matchRoute(path.split('?')[0] ?? '')?.route;
    expect([path, route?.onlyEmbedded !== undefined]).toEqual([path, onlyEmbedded === true]);
    expect(route, path).toBeDefined();
  }
});
