import { expect, it } from 'vitest';
import { ownLinks } from '../../../../../src/lib/rules/broadcasts/own-links.ts';
import { matchRoute } from '../../../../../src/lib/rules/routes/route-table.ts';

it('a message leads to pages of the portal, and says which of them only an embedded school has', () => {
  for (const { path, onlyEmbedded } of ownLinks) {
    const route = matchRoute(path.split('?')[0] ?? '')?.route;
    expect([path, route?.onlyEmbedded !== undefined]).toEqual([path, onlyEmbedded === true]);
    expect(route, path).toBeDefined();
  }
});
