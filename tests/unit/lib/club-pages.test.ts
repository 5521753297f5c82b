import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSigned } from '../../../src/lib/format/money.ts';
import { readPointsFilter } from '../../../src/lib/rules/club/points-filter.ts';
import {
  emptyReferral,
  referralBody,
  referralProblems,
  referralRefusal,
} from '../../../src/lib/rules/club/referral-form.ts';
import { referralSteps } from '../../../src/lib/rules/club/referral-steps.ts';
import { filterRewards } from '../../../src/lib/rules/club/reward-filter.ts';

const reward = (categoria: string, disponivel: boolean, falta_pontos: number) => ({
  categoria,
  disponivel,
  falta_pontos,
});
const rewards = [reward('Lazer', true, 0), reward('Casa', true, 40), reward('Lazer', false, 0)];

describe('CLUB-10 the shelf', () => {
  const shown = (search: string) => filterRewards(rewards, new URLSearchParams(search)).shown;

  it.each([
    ['', [0, 1, 2]],
    ['categoria=Lazer', [0, 2]],
    ['posso=1', [0]],
    ['categoria=Casa&posso=1', []],
    ['categoria=Nada', [0, 1, 2]],
    ['categoria=__proto__&posso=x', [0, 1, 2]],
  ])('%j shows %j', (search, expected) => {
    expect(shown(search)).toEqual(expected.map((index) => rewards[index]));
  });

  it('the shelf names each category once, in the order of the alphabet', () => {
    expect(filterRewards(rewards, new URLSearchParams()).categories).toEqual(['Casa', 'Lazer']);
  });
});

describe('CLUB-12 the statement', () => {
  it.each([
    [300, '+300'],
    [-1234, '−1.234'],
    [0, '0'],
  ])('%d points read %s', (points, text) => expect(formatSigned(points)).toBe(text));

  it.each([
    ['tipo=debito&de=2026-02-01&ate=2026-02-28&depois=12', { tipo: 'debito', de: '2026-02-01', ate: '2026-02-28' }, 12],
    ['tipo=tudo&de=2026-02-30&ate=ontem&depois=-1', {}, undefined],
    ['depois=99999999999', {}, undefined],
  ])('the statement reads %j', (search, filter, after) => {
    expect(readPointsFilter(new URLSearchParams(search))).toEqual({
      filter: { tipo: undefined, de: undefined, ate: undefined, ...filter },
      after,
    });
  });

  it('the statement takes any address', () => {
    fc.assert(fc.property(fc.string(), (text) => readPointsFilter(new URLSearchParams(text)).after !== 0));
  });
});

describe('CLUB-08 a referral', () => {
  const form = { ...emptyReferral, nome: 'Júlia Ramos', telefone: '(19) 99123-4567', consentimento: true };

  it('a referral needs a name, a telephone that can ring and the consent', () => {
    expect(referralProblems(form)).toBeNull();
    expect(Object.keys(referralProblems(emptyReferral)?.fields ?? {})).toEqual(['nome', 'telefone', 'consentimento']);
    expect(referralProblems({ ...form, telefone: '123' })?.fields).toEqual({
      telefone: 'Telefone inválido: confira o DDD e o número',
    });
  });

  it('a referral is sent without what only the page knows', () => {
    expect(referralBody(form)).toEqual({
      nome: 'Júlia Ramos',
      telefone: '(19) 99123-4567',
      email: '',
      cidade: '',
      consentimento: true,
      canal: 'formulario',
    });
  });

  it('a referral that does not count keeps the form, with the reason', () => {
    expect(referralRefusal(form, { status: 'enviada' })).toBeNull();
    expect(referralRefusal(form, { status: 'duplicada', motivo: 'Já indicada.' })).toMatchObject({
      nome: 'Júlia Ramos',
      problem: 'Já indicada.',
    });
  });

  const at = '2026-11-01T12:00:00Z';
  it.each([
    ['enviada', ['enviada'], ['now', 'ahead', 'ahead', 'ahead']],
    ['em_contato', ['enviada', 'em_contato'], ['done', 'now', 'ahead', 'ahead']],
    ['creditada', ['enviada', 'em_contato', 'matriculada', 'creditada'], ['done', 'done', 'done', 'done']],
    // The school may enter an enrolment without a contact before.
    ['matriculada', ['enviada', 'matriculada'], ['done', 'done', 'now', 'ahead']],
    ['recusada', ['enviada', 'em_contato', 'recusada'], ['done', 'done']],
  ] as const)('a referral that is %s stands at its step', (status, reached, states) => {
    const historico = reached.map((each) => ({ status: each, em: at }));
    expect(referralSteps({ status, historico }).map(({ state }) => state)).toEqual(states);
  });
});
