import { expect, it } from 'vitest';
import { verdictOffline, writtenCode } from '../../../../../src/lib/rules/travel/check-in-list.ts';

const item = { titular_mascarado: 'Ana S.', acompanhante_de: null, usado_em: null };
const list = {
  itens: [
    { ...item, payload: 'aa', codigo: 'bb' },
    { ...item, payload: 'cc', codigo: 'dd', usado_em: '2026-12-12T22:00:00.000Z' },
  ],
};

it.each([
  ['k7qm 2xwd 9hrt', 'K7QM-2XWD-9HRT'],
  ['K7QM2XWD9HRT', 'K7QM-2XWD-9HRT'],
  [' PT1.7.aaaaaaaaaaaaaaaaaaaaaa ', 'PT1.7.aaaaaaaaaaaaaaaaaaaaaa'],
  ['não é código', 'não é código'],
])('a code typed as %j is read as %j', (text, code) => {
  expect(writtenCode(text)).toBe(code);
});

it.each([
  ['aa', 'listed'],
  ['bb', 'listed'],
  ['cc', 'used'],
  ['dd', 'used'],
  ['ee', 'unlisted'],
])('TRAVEL-04 an offline check of the digest %s gives %s', (digest, kind) => {
  expect(verdictOffline(digest, { list }).kind).toBe(kind);
});

it('TRAVEL-04 offline, a repeated scan is recognized, and without a list the result is unknown', () => {
  const readAt = '2026-12-12T22:05:00.000Z';
  expect(verdictOffline('aa', { list, readAt })).toEqual({ kind: 'again', at: readAt });
  expect(verdictOffline('aa', { list: null }).kind).toBe('unknown');
});

it('TRAVEL-04 a ticket used since the list was made is recognized by either of its codes', () => {
  const used = new Map([['aa', '2026-12-12T22:10:00.000Z']]);
  expect(verdictOffline('bb', { list, used })).toMatchObject({ kind: 'used', at: '2026-12-12T22:10:00.000Z' });
});
