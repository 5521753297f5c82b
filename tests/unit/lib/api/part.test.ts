import { expect, it } from 'vitest';
import { ApiError } from '../../../../src/lib/api/client.ts';
import { failureOf, isDecided, partOf, subjectOf } from '../../../../src/lib/api/part.ts';

it('a loaded subject is returned with its data', async () => {
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

it('a network failure does not count as a missing subject', async () => {
  expect(await subjectOf(Promise.reject(new TypeError('fetch failed')))).toMatchObject({ status: 0, isMissing: false });
});

it('a refused part has status, detail, code and fields', async () => {
  const refused = Promise.reject(
    new ApiError(409, { detail: 'Já foi.', code: 'key_reused', fields: { cpf: 'Confira.' } }),
  );
  const failure = { status: 409, detail: 'Já foi.', code: 'key_reused', fields: { cpf: 'Confira.' } };
  expect(await partOf(refused)).toEqual({ ok: false, ...failure });
});

it('an unexpected error has status 0 and no text', () => {
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
])('status %i is a decision of the server: %s', (status, isIt) => {
  expect(isDecided({ status, detail: '' })).toBe(isIt);
});
