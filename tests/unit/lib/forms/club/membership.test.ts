import { expect, it } from 'vitest';
import { ApiError } from '../../../../../src/lib/api/client.ts';
import { takeMembership } from '../../../../../src/lib/forms/club/membership.ts';
import { CLUB_RULES } from '../../../../../src/lib/rules/club/rules-version.ts';

const request = (fields: Record<string, string>) =>
  new Request('https://portal.example/knn-club/meu-clube', { method: 'POST', body: new URLSearchParams(fields) });

it('CLUB-07 ERR-08 a membership that the school does not change says so, with the school’s own words below', async () => {
  const refused = async () => {
    throw new ApiError(409, { detail: 'O clube está fechado até amanhã.' });
  };
  expect(await takeMembership({ api: refused as never }, request({ acao: 'entrar', aceite: CLUB_RULES }))).toEqual({
    problem: { title: 'Erro ao atualizar status do club', detail: 'O clube está fechado até amanhã.' },
  });
});
