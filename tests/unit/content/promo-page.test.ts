import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { PromoPage } from '../../../src/content/promo-page.schema.ts';
import { routeTable } from '../../../src/lib/rules/routes/route-table.ts';
import { promoSource } from '../../support/promo-page.ts';

type Source = ReturnType<typeof promoSource>;

describe('PROMO-01 the content file of a promotional page', () => {
  it('days are read as ISO dates and prices as centavos', () => {
    const page = PromoPage.parse(promoSource());
    expect(page.turmas[0]).toMatchObject({ inicio: '2027-07-03', fim: '2027-07-17', inscricoes_ate: '2027-02-26' });
    expect(page.preco.a_partir_de).toBe(1_890_050);
  });

  const broken: [string, string, string, (page: Source) => unknown][] = [
    [
      'a day that no calendar has',
      'turmas.0.fim',
      'não existe',
      (page) => Object.assign(page.turmas[0] ?? {}, { fim: '31/09/2027' }),
    ],
    [
      'a day written otherwise',
      'turmas.0.fim',
      '05/07/2027',
      (page) => Object.assign(page.turmas[0] ?? {}, { fim: '2027-07-17' }),
    ],
    [
      'a day that YAML understood',
      'turmas.0.fim',
      '05/07/2027',
      (page) => Object.assign(page.turmas[0] ?? {}, { fim: new Date(0) }),
    ],
    [
      'an end before the start',
      'turmas.0.fim',
      'antes do início',
      (page) => Object.assign(page.turmas[0] ?? {}, { fim: '01/07/2027' }),
    ],
    [
      'enrolment after the start',
      'turmas.0.inscricoes_ate',
      'antes do início',
      (page) => Object.assign(page.turmas[0] ?? {}, { inscricoes_ate: '03/07/2027' }),
    ],
    [
      '18.900, which is eighteen',
      'preco.a_partir_de',
      'ponto de milhar',
      (page) => Object.assign(page.preco, { a_partir_de: 18.9 }),
    ],
    [
      'a price as text',
      'preco.a_partir_de',
      'sem R$',
      (page) => Object.assign(page.preco, { a_partir_de: 'R$ 18.900' }),
    ],
    ['no price', 'preco', 'Falta este bloco', (page) => Object.assign(page, { preco: undefined })],
    [
      'a number for a text',
      'prova.numeros.0.numero',
      'entre aspas',
      (page) => Object.assign(page.prova.numeros[0] ?? {}, { numero: 312 }),
    ],
    ['too long a promise', 'promessa', 'no máximo 70', (page) => Object.assign(page, { promessa: 'x'.repeat(71) })],
    ['no promise', 'promessa', 'Falta este texto', (page) => Object.assign(page, { promessa: undefined })],
    [
      'more seats left than there are',
      'turmas.0.restam',
      'mais vagas do que existem',
      (page) => Object.assign(page.turmas[0] ?? {}, { restam: 41 }),
    ],
    ['no departure', 'turmas', 'pelo menos 1', (page) => page.turmas.pop()],
    [
      'instalments below the cash price',
      'preco.total_parcelado',
      'não pode ser menor',
      (page) => Object.assign(page.preco, { total_parcelado: 18_000 }),
    ],
    [
      'a face that nobody drew',
      'prova.depoimentos.0.rosto',
      'cachos',
      (page) => Object.assign(page.prova.depoimentos[0] ?? {}, { rosto: 'bigode' }),
    ],
    ['a brand that nobody has', 'marca', 'knn ou phenom', (page) => Object.assign(page, { marca: 'outra' })],
    ['a misspelt key', '', 'Campo que não existe aqui: vagaz', (page) => Object.assign(page, { vagaz: 3 })],
    ['a kind that nobody knows', 'tipo', 'curso ou viagem', (page) => Object.assign(page, { tipo: 'passeio' })],
    [
      'a drawing that nobody drew',
      'arte',
      'porta, londres ou orlando',
      (page) => Object.assign(page, { arte: 'paris' }),
    ],
    ['two stages', 'roteiro.etapas', 'pelo menos 3', (page) => page.roteiro.etapas.pop()],
    ['a list that is none', 'incluido', 'com um traço', (page) => Object.assign(page, { incluido: 'Passagem' })],
  ];
  it.each(broken)('%s is refused at %j: %s', (_what, path, message, change) => {
    const page = promoSource();
    change(page);
    const issues = PromoPage.safeParse(page).error?.issues ?? [];
    expect(issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([
      [path, expect.stringContaining(message)],
    ]);
  });
});

it.each(routeTable.filter(({ kind }) => kind === 'promo'))(
  '$pattern keeps the brand that its content file names, and search engines find it there',
  ({ pattern, brand }) => {
    const page = parse(readFileSync(`src/content/promo${pattern}.yaml`, 'utf8'));
    expect(page).toMatchObject({ marca: brand });
  },
);
