import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Client } from '../../../src/lib/api/client.ts';
import { formatSigned } from '../../../src/lib/format/money.ts';
import { answerInvitation } from '../../../src/lib/forms/club/invitation.ts';
import { referFriend } from '../../../src/lib/forms/club/refer.ts';
import { refusalOf } from '../../../src/lib/forms/refusal.ts';
import type { Sent } from '../../../src/lib/forms/submit.ts';
import { readPointsFilter } from '../../../src/lib/rules/club/points-filter.ts';
import { friendOf, friendProblems } from '../../../src/lib/rules/club/referral-form.ts';
import { referralSteps } from '../../../src/lib/rules/club/referral-steps.ts';
import { filterRewards } from '../../../src/lib/rules/club/reward-filter.ts';

const reward = (categoria: string, disponivel: boolean, falta_pontos: number) => ({
  categoria,
  disponivel,
  falta_pontos,
});
const rewards = [reward('Lazer', true, 0), reward('Casa', true, 40), reward('Lazer', false, 0)];

describe('CLUB-10 the list of rewards', () => {
  const shown = (search: string) => filterRewards(rewards, new URLSearchParams(search)).shown;

  it.each([
    ['', [0, 1, 2]],
    ['categoria=Lazer', [0, 2]],
    ['posso=1', [0]],
    ['categoria=Casa&posso=1', []],
    ['categoria=Nada', [0, 1, 2]],
    ['categoria=__proto__&posso=x', [0, 1, 2]],
  ])('the filter %j shows %j', (search, expected) => {
    expect(shown(search)).toEqual(expected.map((index) => rewards[index]));
  });

  it('the rewards page lists each category once, in alphabetical order', () => {
    expect(filterRewards(rewards, new URLSearchParams()).categories).toEqual(['Casa', 'Lazer']);
  });
});

describe('CLUB-12 the statement of points', () => {
  it.each([
    [300, '+300'],
    [-1234, '−1.234'],
    [0, '0'],
  ])('%d points read %s', (points, text) => expect(formatSigned(points)).toBe(text));

  it.each([
    ['tipo=debito&de=2026-02-01&ate=2026-02-28&depois=12', { tipo: 'debito', de: '2026-02-01', ate: '2026-02-28' }, 12],
    ['tipo=tudo&de=2026-02-30&ate=ontem&depois=-1', {}, undefined],
    ['depois=99999999999', {}, undefined],
  ])('the filter of the statement is read from %j', (search, filter, after) => {
    expect(readPointsFilter(new URLSearchParams(search))).toEqual({
      filter: { tipo: undefined, de: undefined, ate: undefined, ...filter },
      after,
    });
  });

  it('the filter of the statement is read from any text', () => {
    fc.assert(fc.property(fc.string(), (text) => readPointsFilter(new URLSearchParams(text)).after !== 0));
  });
});

describe('CLUB-08 a referral', () => {
  const friend = friendOf({ nome: 'Júlia Ramos', telefone: '(19) 99123-4567', consentimento: 'sim' });
  const key = { idempotencyKey: 'k' };
  const schoolThat = (status: string, motivo?: string) => {
    const sent = vi.fn(async (..._call: unknown[]) => ({ status, motivo }));
    return { api: sent as unknown as Client, sent };
  };

  it('a referral needs a name, a valid telephone and the consent', () => {
    expect(friendProblems(friend)).toEqual({});
    expect(Object.keys(friendProblems(friendOf({})))).toEqual(['nome', 'telefone', 'consentimento']);
    expect(friendProblems({ ...friend, telefone: '123' })).toEqual({
      telefone: 'Telefone inválido: confira o DDD e o número. De outro país, comece com +',
    });
  });

  it('a referral with an invalid field is not sent', async () => {
    const { api, sent } = schoolThat('enviada');
    await expect(referFriend(api, friendOf({}), key)).rejects.toMatchObject({ status: 422 });
    expect(sent).not.toHaveBeenCalled();
  });

  it('the member confirms the friend’s consent, and the friend gives their own', async () => {
    const { api, sent } = schoolThat('enviada');
    const { consentimento: _, ...unasked } = { ...friend, consentimento: '' };
    const answer = answerInvitation('ANA-1234')({ api, values: unasked } as unknown as Sent);
    await expect(answer).rejects.toMatchObject({
      fields: { consentimento: 'Marque para a escola poder falar com você' },
    });
    await expect(referFriend(api, friendOf(unasked), key)).rejects.toMatchObject({
      fields: { consentimento: 'Confirme que a pessoa autorizou o contato.' },
    });
    expect(sent).not.toHaveBeenCalled();
  });

  it('a referral is sent with consent, channel and the key of its intent', async () => {
    const { api, sent } = schoolThat('enviada');
    expect(await referFriend(api, friend, key)).toBe('/knn-club/juntar-pontos?indicado=1#indicacoes');
    const body = { nome: 'Júlia Ramos', telefone: '(19) 99123-4567', email: '', cidade: '' };
    expect(sent.mock.calls[0]?.slice(1)).toEqual([
      { body: { ...body, consentimento: true, canal: 'formulario' } },
      key,
    ]);
  });

  it.each(['duplicada', 'recusada'])('a referral that is %s is refused with the reason', async (status) => {
    const said = async (motivo?: string) =>
      refusalOf(await referFriend(schoolThat(status, motivo).api, friend, key).catch((error) => error)).problem;
    expect(await said('Já indicada.')).toBe('Já indicada.');
    expect(await said()).toBe('A escola já conhece esta pessoa, por isso a indicação não vale pontos.');
  });

  const at = '2026-11-01T12:00:00Z';
  it.each([
    ['enviada', ['enviada'], ['now', 'ahead', 'ahead', 'ahead']],
    ['em_contato', ['enviada', 'em_contato'], ['done', 'now', 'ahead', 'ahead']],
    ['creditada', ['enviada', 'em_contato', 'matriculada', 'creditada'], ['done', 'done', 'done', 'done']],
    // The school may record an enrollment without a contact before it.
    ['matriculada', ['enviada', 'matriculada'], ['done', 'done', 'now', 'ahead']],
    ['recusada', ['enviada', 'em_contato', 'recusada'], ['done', 'done']],
  ] as const)('a referral that is %s shows its current step', (status, reached, states) => {
    const historico = reached.map((each) => ({ status: each, em: at }));
    expect(referralSteps({ status, historico }).map(({ state }) => state)).toEqual(states);
  });
});
