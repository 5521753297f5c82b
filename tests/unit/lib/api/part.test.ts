import { expect, it } from 'vitest';
import { ApiError } from '../../../../src/lib/api/client.ts';
import { subjectOf } from '../../../../src/lib/api/part.ts';

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
