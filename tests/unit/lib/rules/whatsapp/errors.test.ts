import fc from 'fast-check';
import { expect, it } from 'vitest';
import { afterStatus, whatsappConsequence } from '../../../../../src/lib/rules/whatsapp/errors.ts';

it.each([
  [130_429, 429, 'number'],
  [80_007, 429, 'number'],
  [131_056, 400, 'reader'],
  [131_026, 400, 'failed'],
  [131_047, 400, 'failed'],
  [131_049, 400, 'failed'],
  [131_016, 500, 'again'],
  [190, 401, 'trouble'],
  [210, 403, 'trouble'],
  [131_042, 400, 'trouble'],
  [368, 403, 'trouble'],
  [132_001, 404, 'template'],
  [132_015, 400, 'template'],
  [null, 429, 'number'],
  [null, 502, 'unknown'],
  [null, 200, 'unknown'],
  [null, 401, 'trouble'],
  [null, 400, 'failed'],
])('code %s with status %s: %s', (code, status, kind) => {
  expect(whatsappConsequence(code, status).kind).toBe(kind);
});

it('statuses lead to the same state in any order and when repeated', () => {
  const status = fc.constantFrom('sent', 'delivered', 'read', 'failed', 'deleted');
  const last = (statuses: readonly string[]) =>
    statuses.reduce<string>((state, each) => afterStatus(state, each) ?? state, 'aceita');
  fc.assert(
    fc.property(fc.array(status, { maxLength: 8 }), (statuses) => {
      expect(last(statuses.toReversed())).toBe(last(statuses));
      expect(last([...statuses, ...statuses])).toBe(last(statuses));
    }),
  );
});

it.each([
  ['na_fila', 'sent', 'aceita'],
  ['cancelada', 'delivered', 'mostrada'],
  ['expirada', 'sent', 'aceita'],
  ['mostrada', 'failed', null],
  ['clicada', 'delivered', null],
])('%s and then %s is %s', (state, status, next) => {
  expect(afterStatus(state, status)).toBe(next);
});
