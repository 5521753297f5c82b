import { describe, expect, it } from 'vitest';
import type { TripInput } from '../../../../../src/lib/contract/abroad.schema.ts';
import { type TripBefore, tripProblems } from '../../../../../src/server/school/abroad/trips.ts';

const today = '2027-01-10';
const trip: TripInput = {
  nome: 'Dublin',
  destino: 'Dublin, Irlanda',
  escola_parceira: 'Liffey House',
  descricao: 'Aulas e visitas.',
  imagem: 'mundo',
  inicio: '2027-07-01',
  fim: '2027-07-15',
  inscricoes_ate: '2027-03-01',
  idade_minima: 16,
  vagas: 10,
  preco_minor: 250_000,
  moeda: 'USD',
  inclui: 'Aulas',
  regras: null,
  livros: [1],
  documentos: [
    { tipo: 'passaporte', obrigatorio: true },
    { tipo: 'foto', obrigatorio: false },
  ],
};
const before: TripBefore = { ...trip, ocupadas: 3 };
const wrong = (change: Partial<TripInput>, facts: { before?: TripBefore | null; requests?: number } = {}) =>
  Object.keys(tripProblems({ ...trip, ...change }, { today, before: null, requests: 0, ...facts })).toSorted();

describe('a new trip', () => {
  it.each<[string, Partial<TripInput>, string[]]>([
    ['is fine', {}, []],
    ['may be of one day', { fim: '2027-07-01' }, []],
    ['begins after today', { inicio: today, fim: today, inscricoes_ate: '2027-01-09' }, ['inicio', 'inscricoes_ate']],
    ['ends after it began', { fim: '2027-06-30' }, ['fim']],
    ['is asked for before it begins', { inscricoes_ate: '2027-07-01' }, ['inscricoes_ate']],
    ['may be asked for on its last day', { inscricoes_ate: today }, []],
    ['is not over before it is made', { inscricoes_ate: '2027-01-09' }, ['inscricoes_ate']],
  ])('%s', (_what, change, fields) => {
    expect(wrong(change)).toEqual(fields);
  });
});

describe('a trip that is changed', () => {
  const past: TripBefore = { ...before, inicio: '2027-01-05', fim: '2027-01-20', inscricoes_ate: '2026-12-01' };

  it('a changed trip may keep days that are past', () => {
    const { inicio, fim, inscricoes_ate } = past;
    expect(wrong({ inicio, fim, inscricoes_ate, nome: 'Outro' }, { before: past })).toEqual([]);
  });

  it.each([
    [3, []],
    [2, ['vagas']],
  ])('a changed trip to %i places of which three are taken', (vagas, fields) => {
    expect(wrong({ vagas }, { before })).toEqual(fields);
  });

  it.each<[string, Partial<TripInput>, string[]]>([
    ['price', { preco_minor: 240_000 }, ['preco_minor']],
    ['currency', { moeda: 'EUR' }, ['moeda']],
    ['days', { inicio: '2027-07-02', fim: '2027-07-16' }, ['fim', 'inicio']],
    ['what it includes', { inclui: null }, ['inclui']],
    ['rules', { regras: 'Novas' }, ['regras']],
    ['one more document', { documentos: [...trip.documentos, { tipo: 'rg', obrigatorio: true }] }, ['documentos']],
    [
      'a document that was optional',
      { documentos: trip.documentos.map((each) => ({ ...each, obrigatorio: true })) },
      ['documentos'],
    ],
    ['a document that is gone', { documentos: trip.documentos.slice(1) }, ['documentos']],
    [
      'a document that becomes optional',
      { documentos: trip.documentos.map((e) => ({ ...e, obrigatorio: false })) },
      [],
    ],
    ['name, age, books and places', { nome: 'Dublin 2', idade_minima: 18, livros: [1, 2], vagas: 12 }, []],
  ])('a change of a trip with requests: %s', (_what, change, fields) => {
    expect(wrong(change, { before, requests: 1 })).toEqual(fields);
    // Without requests everything may change.
    expect(wrong(change, { before })).toEqual([]);
  });
});
