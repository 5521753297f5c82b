import { expect, it } from 'vitest';
import { checkSignature, sign } from '../../../../../src/server/core/ports/payments/signature.ts';

const secret = 'a secret that both sides know';
const now = new Date('2026-11-21T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

it('a signature is valid for its body for five minutes before and after its time', () => {
  const header = sign(secret, '{"id":"1"}', now);
  for (const seconds of [-299, 0, 299])
    expect(checkSignature([secret], '{"id":"1"}', header, at(seconds))).toBeUndefined();
  for (const seconds of [-301, 301])
    expect(() => checkSignature([secret], '{"id":"1"}', header, at(seconds))).toThrow();
});

it.each([
  ['another body', '{"id":"2"}', sign(secret, '{"id":"1"}', now)],
  ['another secret', '{"id":"1"}', sign('another secret', '{"id":"1"}', now)],
  ['another time', '{"id":"1"}', sign(secret, '{"id":"1"}', now).replace(/t=\d+/, 't=1795262401')],
  ['no signature', '{"id":"1"}', null],
  ['half a signature', '{"id":"1"}', 't=1795262400,v1=00'],
])('the check refuses %s', (_what, body, header) => {
  expect(() => checkSignature([secret], body, header, now)).toThrow();
});
