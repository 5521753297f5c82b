import { expect, it } from 'vitest';
import { ApiError } from '../../../../../src/lib/api/client.ts';
import { joinClub, membershipWords } from '../../../../../src/lib/forms/club/membership.ts';
import { type FormPage, submit } from '../../../../../src/lib/forms/submit.ts';
import { CLUB_RULES } from '../../../../../src/lib/rules/club/rules-version.ts';

/** The message of the page after a request to join. */
async function said(fields: Record<string, string>, answer: ConstructorParameters<typeof ApiError>[1]) {
  const api = async () => {
    throw new ApiError(409, answer);
  };
  const request = new Request('https://portal.example/knn-club/meu-clube', {
    method: 'POST',
    body: new URLSearchParams({ acao: 'entrar', ...fields }),
  });
  const page = { request, url: new URL(request.url), locals: { session: { api } } } as unknown as FormPage;
  const { refused } = await submit(page, { entrar: joinClub }, { otherwise: '' });
  return refused && membershipWords(refused);
}

it('CLUB-07 ERR-08 a refused membership shows the specified message with the server’s reason', async () => {
  const title = 'Erro ao atualizar status do club';
  const detail = 'O clube está fechado até amanhã.';
  expect(await said({ aceite: CLUB_RULES }, { detail })).toEqual({ title, detail });
  expect(await said({ aceite: CLUB_RULES }, {})).toEqual({ title, detail: '' });
});

it('CLUB-06 joining the club requires accepting its rules', async () => {
  expect(await said({}, { detail: 'Nunca perguntado.' })).toEqual({
    title: 'Marque que você leu e aceita o regulamento.',
    detail: '',
  });
});
