import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scrub, scrubText } from '../../../../src/lib/report/scrub.ts';

describe('scrubbed texts of a report (SENTRY-07)', () => {
  test.each([
    ['Authorization: Bearer abc.DEF-1_2=', 'Authorization: Bearer [removido]'],
    ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'token [token]'],
    ['aluna@demo.example entrou', '[e-mail] entrou'],
    ['aluna%40demo.example', '[e-mail]'],
    ['CPF 529.982.247-25 e 52998224725', 'CPF [cpf] e [cpf]'],
    ['cartão 4111 1111 1111 1111', 'cartão [cartão]'],
    ['4111111111111111', '[cartão]'],
    ['livro 0b6f0f7e-8d0e-4d3a-9a51-1f2f3f4f5f6f', 'livro [uuid]'],
    ['GET /api/v1/books/KNN-LIVRO-12/', 'GET /api/v1/books/[livro]/'],
    [
      'https://portal.example/login/recover-password?token=abc',
      'https://portal.example/login/recover-password?[removido]',
    ],
    ['/login/main?next=/me#x', '/login/main?[removido]'],
    ['https://fcm.googleapis.com/fcm/send/abc:def', '[push]'],
    ['senha=Segredo-123 e mais', 'senha=[removido] e mais'],
    ['{"new_password":"Segredo-123","id":7}', '{"new_password":"[removido]","id":7}'],
    ['cookie: portal_session=abcdef; tema=escuro', 'cookie: [removido]; tema=escuro'],
    ['cvv: 123', 'cvv: [removido]'],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', '[push]'],
  ])('%s → %s', (text, scrubbed) => {
    expect(scrubText(text)).toBe(scrubbed);
  });

  test.each([
    'Turma 42 não encontrada',
    'R$ 1.234,56 em 25/11/2026',
    "Unexpected token '<', is not valid JSON",
    'at start.Ab12cd34.js:1:2045',
    '2026-11-21T00:25:39.571Z',
  ])('the scrubber does not change “%s”', (text) => {
    expect(scrubText(text)).toBe(text);
  });
});

test('no e-mail, CPF or query is left anywhere in a report (SENTRY-07)', () => {
  const secret = fc.oneof(
    fc.stringMatching(/^[a-z0-9][a-z0-9.]{0,11}@[a-z]{2,8}\.[a-z]{2,3}$/),
    fc.stringMatching(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/),
    fc.stringMatching(/^\/[a-z]{1,8}\?token=[a-z0-9]{8,30}$/),
  );
  fc.assert(
    fc.property(secret, fc.stringMatching(/^[a-zà-ú ]{0,20}$/), (text, around) => {
      const report = { message: `${around} ${text} ${around}`, extra: [{ deep: { text } }] };
      const out = JSON.stringify(scrub(report));
      expect(out).not.toContain(text);
    }),
  );
});

test('values of secret names are removed, also nested ones (SENTRY-07)', () => {
  expect(scrub({ data: { password: 'x', access_token: 'y', p256dh: 'z', endpoint: 'w', auth: 'a', id: 7 } })).toEqual({
    data: {
      password: '[removido]',
      access_token: '[removido]',
      p256dh: '[removido]',
      endpoint: '[removido]',
      auth: '[removido]',
      id: 7,
    },
  });
});

test('circular reports are scrubbed, and class instances are not changed', () => {
  class Scope {
    text = 'a@b.example';
  }
  const scope = new Scope();
  const report: Record<string, unknown> = { scope };
  report.self = report;
  expect(scrub(report).scope).toBe(scope);
});
