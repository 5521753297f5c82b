import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lateFee } from '../../../../src/server/finance/late-fee.ts';
import { presentFinance, presentParcela } from '../../../../src/server/finance/present.ts';
import type { ParcelaRow } from '../../../../src/server/finance/queries.ts';

const today = '2026-05-10';

const row = (given: Partial<ParcelaRow> = {}): ParcelaRow => ({
  id: 1,
  contrato_id: 1,
  user_id: 1,
  descricao: 'Mensalidade 1 de 12',
  numero: 1,
  total: 12,
  competencia: '2026-05',
  vencimento: today,
  valor_centavos: 10_000,
  desconto_centavos: 500,
  multa_centavos: 0,
  juros_centavos: 0,
  credito_centavos: 0,
  status: 'aberta',
  pago_em: null,
  forma: null,
  parcelas_max: 6,
  pedido_id: null,
  cambio_id: null,
  usa_pagamento_id: null,
  charge_id: null,
  ...given,
});

const anyRow = fc
  .record({
    id: fc.integer({ min: 1, max: 9_999 }),
    vencimento: fc.constantFrom('2026-04-10', '2026-05-09', today, '2026-05-11', '2026-06-10', '2027-01-10'),
    valor_centavos: fc.integer({ min: 1_000, max: 500_000 }),
    desconto_centavos: fc.nat(1_000),
    multa_centavos: fc.nat(10_000),
    juros_centavos: fc.nat(10_000),
    status: fc.constantFrom('aberta' as const, 'em_processamento' as const, 'paga' as const, 'cancelada' as const),
  })
  .map(row);
const anyRows = fc.uniqueArray(anyRow, { selector: ({ id }) => id, maxLength: 15 });

/** What the school wrote down, else the rule. */
function lateCosts({ multa_centavos, juros_centavos, valor_centavos, vencimento }: ParcelaRow): number {
  const { multa, juros } = lateFee(valor_centavos, vencimento, today);
  return multa_centavos + juros_centavos || multa + juros;
}

describe('one instalment (API-36)', () => {
  it.each<[string, Partial<ParcelaRow>, string, number]>([
    ['a day before', { vencimento: '2026-05-11' }, 'a_vencer', 9_500],
    ['on its day', { vencimento: today }, 'vence_hoje', 9_500],
    ['a day late, the discount gone', { vencimento: '2026-05-09' }, 'vencida', 10_203],
    [
      'late with fine and interest',
      { vencimento: '2025-12-31', multa_centavos: 200, juros_centavos: 33 },
      'vencida',
      10_233,
    ],
    ['being paid', { status: 'em_processamento', vencimento: '2026-05-09' }, 'em_processamento', 9_500],
    ['paid, with its discount', { status: 'paga', vencimento: '2026-05-09' }, 'paga', 9_500],
    ['cancelled', { status: 'cancelada', vencimento: '2026-05-09' }, 'cancelada', 9_500],
  ])('%s', (_when, given, status, valor_atualizado_centavos) => {
    const parcela = presentParcela(row(given), today, true);
    expect(parcela).toMatchObject({ status, valor_atualizado_centavos });
    expect(parcela.valor_centavos - parcela.desconto_centavos + parcela.multa_centavos + parcela.juros_centavos).toBe(
      valor_atualizado_centavos,
    );
  });

  it.each([
    ['aberta', ['pix', 'cartao']],
    ['em_processamento', []],
    ['paga', []],
    ['cancelada', []],
  ] as const)('ways to pay one that is %s', (status, formas) => {
    expect(presentParcela(row({ status }), today, true).formas).toEqual(formas);
  });

  it('tells nobody whose it is', () => {
    expect(presentParcela(row(), today, true)).not.toHaveProperty('user_id');
  });
});

describe('the sums (FIN-01)', () => {
  it('without instalments there is nothing to pay', () => {
    expect(presentFinance([], [], today, true).resumo).toEqual({
      aberto_centavos: 0,
      vencido_centavos: 0,
      proximo_vencimento: null,
      proxima_parcela_id: null,
    });
  });

  it('an overdue bill is not the next one', () => {
    const rows = [row({ id: 1, vencimento: '2026-04-10' }), row({ id: 2, vencimento: '2026-06-10' })];
    expect(presentFinance([], rows, today, true).resumo).toMatchObject({
      proximo_vencimento: '2026-06-10',
      proxima_parcela_id: 2,
    });
  });

  it('count what is open, once, to the centavo, whatever the order of the rows', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const open = rows.filter(({ status }) => status === 'aberta');
        const late = open.filter(({ vencimento }) => vencimento < today);
        const ahead = open.filter(({ vencimento }) => vencimento >= today);
        const owed = (some: ParcelaRow[], isLate: boolean) =>
          some.reduce(
            (sum, each) =>
              sum +
              each.valor_centavos +
              (isLate ? lateCosts(each) : each.multa_centavos + each.juros_centavos - each.desconto_centavos),
            0,
          );
        const { resumo, parcelas } = presentFinance([], rows, today, true);
        expect(resumo.vencido_centavos).toBe(owed(late, true));
        expect(resumo.aberto_centavos).toBe(owed(late, true) + owed(ahead, false));
        expect(resumo.proximo_vencimento).toBe(ahead.map(({ vencimento }) => vencimento).toSorted()[0] ?? null);
        const next = ahead.find(({ id }) => id === resumo.proxima_parcela_id);
        expect(next?.vencimento ?? null).toBe(resumo.proximo_vencimento);
        expect(parcelas.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
        expect(presentFinance([], rows.toReversed(), today, true).resumo).toEqual(resumo);
      }),
    );
  });
});
