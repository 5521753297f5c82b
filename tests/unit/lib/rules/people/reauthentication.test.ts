import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallName } from '../../../../../src/lib/contract/index.schema.ts';
import { downloadsWithReauthentication, knownDownload } from '../../../../../src/lib/forms/auth/download.ts';
import { isReauthenticationFresh } from '../../../../../src/lib/rules/people/reauthentication.ts';
import { allEndpoints } from '../../../../../src/server/app.ts';

const files = allEndpoints().filter(({ call }) => call.result === 'file' && call.method === 'GET');

/** Files for staff without a list of people: sums, a document of one person, an empty table, tickets without names. */
const withoutPeople: readonly CallName[] = [
  'club.downloadClubFigures',
  'finance.downloadSchoolReceipt',
  'sync.downloadSheetModel',
  'travel.printTickets',
];

describe('S22 calls that require re-authentication', () => {
  it('each file that staff download requires it, unless it contains no list of people', () => {
    const ofStaff = files.filter(({ endpoint }) => endpoint.who.kind === 'staff');
    expect(ofStaff.length).toBeGreaterThan(2);
    for (const { name, endpoint } of ofStaff) {
      expect([name, endpoint.reauthenticate === 'always']).toEqual([name, !withoutPeople.includes(name)]);
    }
  });

  it('each of these files has a page that asks for re-authentication before the download', () => {
    const requested = files.filter(({ endpoint }) => endpoint.reauthenticate);
    expect(downloadsWithReauthentication.map(({ call }) => call.path).toSorted()).toEqual(
      requested.map(({ call }) => call.path).toSorted(),
    );
  });

  it('a re-authentication is valid for ten minutes', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 3_600_000 }), (reauthenticatedAt, passed) => {
        expect(isReauthenticationFresh(reauthenticatedAt, reauthenticatedAt + passed)).toBe(passed <= 600_000);
      }),
    );
  });
});

describe('the re-authentication page before a download', () => {
  it.each(['/api/v1/users/me/', 'https://evil.example/', '//evil.example', '/manager-panel', '', null])(
    'offers no download for %s',
    (address) => {
      expect(knownDownload(address)).toBeNull();
    },
  );

  it('keeps the query of a known file, and accepts no other address', () => {
    for (const { call, back } of downloadsWithReauthentication) {
      const address = `/api/v1/${call.path.replace('{id}', '7')}`;
      expect(knownDownload(`${address}?mes=2026-11&q=a%20b`)).toEqual({
        address: `${address}?mes=2026-11&q=a%20b`,
        back,
      });
      expect(knownDownload(`${address}?"><script>`)).toBeNull();
      expect(knownDownload(`${address}x`)).toBeNull();
    }
  });
});
