import { expect, it } from 'vitest';
import { ApiError } from '../../../../src/lib/api/client.ts';
import { failureOf, isDecided, partOf, subjectOf } from '../../../../src/lib/api/part.ts';

it('hands on what a page is about', async () => {
  expect(await subjectOf(Promise.resolve({ id: 1 }))).toEqual({ ok: true, data: { id: 1 }, isMissing: false });
});

it.each([
  [404, true],
  [422, true],
  [403, false],
  [429, false],
  [503, false],
])('after a refusal with %i the subject is missing: %s', async (status, isMissing) => {
  const refused = Promise.reject(new ApiError(status, { detail: 'Não deu.' }));
  expect(await subjectOf(refused)).toMatchObject({ ok: false, status, detail: 'Não deu.', isMissing });
});

it('a page that lost its school is not a missing one', async () => {
  expect(await subjectOf(Promise.reject(new TypeError('fetch failed')))).toMatchObject({ status: 0, isMissing: false });
});

it('a part that was refused says its status, its sentence, its code and its fields', async () => {
  const refused = Promise.reject(
    new ApiError(409, { detail: 'Já foi.', code: 'key_reused', fields: { cpf: 'Confira.' } }),
  );
  const failure = { status: 409, detail: 'Já foi.', code: 'key_reused', fields: { cpf: 'Confira.' } };
  expect(await partOf(refused)).toEqual({ ok: false, ...failure });
});

it('an error that is no refused call has no status and no words', () => {
  expect(failureOf(new TypeError('x is not a function'))).toEqual({ status: 0, detail: '' });
  expect(failureOf(undefined)).toEqual({ status: 0, detail: '' });
});

it.each([
  [0, false],
  [400, true],
  [404, true],
  [429, false],
  [500, false],
  [503, false],
])('whether the server decided with %i: %s', (status, isIt) => {
  expect(isDecided({ status, detail: '' })).toBe(isIt);
});
