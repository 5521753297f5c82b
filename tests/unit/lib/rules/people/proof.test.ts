import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallName } from '../../../../../src/lib/contract/index.schema.ts';
import { everyCall } from '../../../../../src/lib/contract/index.schema.ts';
import { downloadsWithProof, knownDownload } from '../../../../../src/lib/forms/auth/download.ts';
import { type CallParts, callsWithProof, isProofFresh, needsProof } from '../../../../../src/lib/rules/people/proof.ts';
import { policy, RIGHTS } from '../../../../../src/lib/rules/people/rights.ts';

const calls = everyCall();
const ofStaff = new Set(RIGHTS.flatMap((right) => policy[right].calls));

/** Files for staff that tell of no list of people: sums, the paper of one person, an empty table, tickets without names. */
const withoutPeople: readonly CallName[] = [
  'club.downloadClubFigures',
  'finance.downloadSchoolReceipt',
  'sync.downloadSheetModel',
  'travel.printTickets',
];

describe('S22 calls that ask who acts, again', () => {
  it('each file that staff take away asks for it, unless it names no list of people', () => {
    const files = calls.filter(
      ({ name, call }) => ofStaff.has(name) && call.method === 'GET' && call.result === 'file',
    );
    expect(files.length).toBeGreaterThan(2);
    expect(
      files
        .map(({ name }) => name)
        .filter((name) => !withoutPeople.includes(name))
        .toSorted(),
    ).toEqual(
      files
        .map(({ name }) => name)
        .filter((name) => needsProof(name, {}))
        .toSorted(),
    );
  });

  it('each of these files has a page that asks before it is handed over', () => {
    const asked = calls.filter(
      ({ name, call }) => call.result === 'file' && call.method === 'GET' && callsWithProof[name],
    );
    expect(downloadsWithProof.map(({ call }) => call.path).toSorted()).toEqual(
      asked.map(({ call }) => call.path).toSorted(),
    );
  });

  it('everything about rights, roles and access of the staff is among them', () => {
    for (const name of ['endUserRole', 'inviteStaff', 'resetFactors', 'updateRights'] as const) {
      expect(needsProof(`people.${name}`, {})).toBe(true);
    }
  });

  it.each<[string, CallName, CallParts, boolean]>([
    ['a change of a person', 'people.updateUser', { body: { full_name: 'Ana' } }, false],
    ['a course whose end keeps the access', 'students.endCourse', { body: { manter_acesso: true } }, false],
    ['a course whose end ends the access', 'students.endCourse', { body: {} }, true],
    ['another e-mail', 'people.updateUser', { body: { full_name: 'Ana', email: 'a@b.example' } }, true],
    ['an order that moves on', 'orders.updateOrderStatus', { body: { status_id: 4 } }, false],
    ['an order that is cancelled', 'orders.updateOrderStatus', { body: { status_id: -2 } }, true],
    ['a block', 'people.setUserBlock', { body: { bloqueado: true } }, true],
    ['the whole log', 'people.listAudit', { query: { limit: 20, offset: 0 } }, true],
    ['the log of one person', 'people.listAudit', { query: { alvo: 'user:7' } }, false],
    ['the limit itself', 'finance.updateProofLimits', { body: { centavos: 1, pontos: 1 } }, true],
    ['a payment at the counter', 'finance.payAtCounter', { body: { forma: 'dinheiro' } }, false],
  ])('%s', (_what, name, parts, asks) => {
    expect(needsProof(name, parts)).toBe(asks);
  });

  it('a proof counts for ten minutes, and never counts longer by waiting', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 3_600_000 }), (provedAt, passed) => {
        expect(isProofFresh(provedAt, provedAt + passed)).toBe(passed <= 600_000);
      }),
    );
  });
});

describe('the page before a file', () => {
  it.each(['/api/v1/users/me/', 'https://evil.example/', '//evil.example', '/manager-panel', '', null])(
    'hands over nothing for %s',
    (address) => {
      expect(knownDownload(address)).toBeNull();
    },
  );

  it('keeps the filter of a known file, and takes nothing else', () => {
    for (const { call, back } of downloadsWithProof) {
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
