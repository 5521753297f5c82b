import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseBookCode } from '../../../../../src/lib/rules/books/book-code.ts';

const origin = 'https://aluno.knn.example';
const uuid = '11111111-1111-4111-8111-1111111111ab';

it.each([
  [uuid, uuid],
  [uuid.toUpperCase(), uuid],
  [`  ${uuid}\n`, uuid],
  [`${origin}/${uuid}`, uuid],
  [`${origin}/livro/${uuid}/`, uuid],
  [`${origin}/livro/${uuid}?x=1#y`, uuid],
])('AUTH-08: the uuid is read from %j', (text, value) => {
  expect(parseBookCode(text, origin)).toEqual({ kind: 'ok', value, isUuid: true });
});

it.each([
  ['KNN-LIVRO-0001', 'KNN-LIVRO-0001'],
  ['knn-livro-0001', 'KNN-LIVRO-0001'],
  [' knn - livro - 0001 ', 'KNN-LIVRO-0001'],
])('AUTH-07: %j is a printed code', (text, value) => {
  expect(parseBookCode(text, origin)).toEqual({ kind: 'ok', value, isUuid: false });
});

it.each([
  `https://evil.example/${uuid}`,
  `http://aluno.knn.example/${uuid}`,
  `https://aluno.knn.example:8443/${uuid}`,
  `https://aluno.knn.example.evil.example/${uuid}`,
  `https://aluno.knn.example@evil.example/${uuid}`,
  `https://user:senha@aluno.knn.example/${uuid}`,
  `javascript:alert(1)//${uuid}`,
  `data:text/plain,${uuid}`,
  'WIFI:T:WPA;S:escola;P:segredo;;',
])('AUTH-08: the address %s is not ours', (text) => {
  expect(parseBookCode(text, origin).kind).toBe('foreign');
});

it.each([
  ['', 'empty'],
  [' \t', 'empty'],
  ['livro', 'unknown'],
  ['1111', 'unknown'],
  [`//evil.example/${uuid}`, 'unknown'],
  [`${uuid}0`, 'unknown'],
  [`${origin}/livro`, 'unknown'],
  [`${origin}/?uuid=${uuid}`, 'unknown'],
  ['https://', 'unknown'],
])('AUTH-08: %j is %s', (text, kind) => {
  expect(parseBookCode(text, origin).kind).toBe(kind);
});

it('AUTH-08: reading a scanned code never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 600 }), fc.webUrl()), (text) => {
      const code = parseBookCode(text, origin);
      if (code.kind === 'ok') expect(code.value).toMatch(/^[A-Za-z0-9-]{5,73}$/);
    }),
  );
});
