import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTokens } from '../../../../../src/server/identity/auth/tokens.ts';
import { isSigned, payloadOf, readPayload } from '../../../../../src/server/school/travel/ticket-code.ts';
import { SECRET } from '../../../../support/bare-env.ts';

const tokens = createTokens(SECRET);
const ticket = { id: 7, codigo: 'K7QM-2XWD-9HRT' };

it('TRAVEL-03 a code is accepted whole or by its signature alone', () => {
  const payload = payloadOf(tokens, ticket);
  expect(readPayload(` ${payload}\n`)).toEqual({ id: 7, signature: payload.split('.')[2] });
  expect(isSigned(tokens, ticket, payload)).toBe(true);
  expect(isSigned(tokens, ticket, payload.split('.')[2] ?? '')).toBe(true);
});

it('TRAVEL-04 a signature is valid only for its ticket and its school', () => {
  const payload = payloadOf(tokens, ticket);
  expect(isSigned(tokens, { ...ticket, id: 8 }, payload)).toBe(false);
  expect(isSigned(tokens, { ...ticket, codigo: 'K7QM-2XWD-9HRV' }, payload)).toBe(false);
  expect(isSigned(createTokens('another secret, as long as the first'), ticket, payload)).toBe(false);
});

it('TRAVEL-04 other texts are refused, and the reader never throws', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(isSigned(tokens, ticket, text)).toBe(false);
      expect(readPayload(text)).toBeNull();
    }),
  );
  for (const text of [
    'PT1.0.aaaaaaaaaaaaaaaaaaaaaa',
    'PT1.9999999999.aaaaaaaaaaaaaaaaaaaaaa',
    'PT2.1.aaaaaaaaaaaaaaaaaaaaaa',
  ]) {
    expect(readPayload(text)).toBeNull();
  }
});

it('TRAVEL-04 a code has one spelling', () => {
  const payload = payloadOf(tokens, ticket);
  // A canonical signature ends in A, Q, g or w; other last letters decode to the same bytes.
  for (const letter of 'BCPRSfhvxyz0189-_') {
    expect(isSigned(tokens, ticket, payload.slice(0, -1) + letter), letter).toBe(false);
  }
});
