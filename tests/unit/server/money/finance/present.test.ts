import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lateFee, usualTerms } from '../../../../../src/server/money/finance/amount-due.ts';
import { bankDayFrom, nationalCalendar } from '../../../../../src/server/money/finance/bank-days.ts';
import { presentFinance, presentParcela } from '../../../../../src/server/money/finance/present.ts';
import type { ParcelaRow } from '../../../../../src/server/money/finance/queries.ts';

/** A Tuesday. */
const today = '2026-05-12';
const basis = { today, terms: usualTerms, calendar: nationalCalendar };

const row = (given: Partial<ParcelaRow> = {}): ParcelaRow => ({
  id: 1,
  contrato_id: 1,
  user_id: 1,
  company_id: 1,
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
  abatimento_centavos: 0,
  pago_parcial_centavos: 0,
  sem_encargos: false,
  novo_contrato_id: null,
  status: 'aberta',
  pago_em: null,
  forma: null,
  parcelas_max: 6,
  pedido_id: null,
  cambio_id: null,
  usa_pagamento_id: null,
  charge_id: null,
  imported: null,
  prometida_para: null,
  informed_on: null,
  ...given,
});

const anyRow = fc
  .record({
    id: fc.integer({ min: 1, max: 9_999 }),
    vencimento: fc.constantFrom(
      '2026-04-10',
      '2026-05-09',
      '2026-05-11',
      today,
      '2026-05-13',
      '2026-06-10',
      '2027-01-10',
    ),
    valor_centavos: fc.integer({ min: 1_000, max: 500_000 }),
    desconto_centavos: fc.nat(1_000),
    multa_centavos: fc.nat(10_000),
    juros_centavos: fc.nat(10_000),
    status: fc.constantFrom('aberta' as const, 'em_processamento' as const, 'paga' as const, 'cancelada' as const),
  })
  .map(row);
const anyRows = fc.uniqueArray(anyRow, { selector: ({ id }) => id, maxLength: 15 });

/** Fine and interest by the rule; those stored in the row are ignored. */
function lateCosts({ valor_centavos, vencimento }: ParcelaRow): number {
  const { multa, juros } = lateFee(valor_centavos, vencimento, basis);
  return multa + juros;
}

describe('one instalment (API-36)', () => {
  it.each<[string, Partial<ParcelaRow>, string, number]>([
    ['a day before', { vencimento: '2026-05-13' }, 'a_vencer', 9_500],
    ['on its day', { vencimento: today }, 'vence_hoje', 9_500],
    ['a day late, the discount gone', { vencimento: '2026-05-11' }, 'vencida', 10_203],
    [
      'late, by the rule and not by its stored fine and interest',
      { vencimento: '2026-04-10', multa_centavos: 10, juros_centavos: 3 },
      'vencida',
      10_000 + 200 + 106,
    ],
    ['an order a day late, which keeps its price', { vencimento: '2026-05-11', pedido_id: 9 }, 'vencida', 9_500],
    ['the bill of a trip a day late', { vencimento: '2026-05-11', usa_pagamento_id: 9 }, 'vencida', 9_500],
    ['being paid', { status: 'em_processamento', vencimento: '2026-05-09' }, 'em_processamento', 9_500],
    ['paid, with its discount', { status: 'paga', vencimento: '2026-05-09' }, 'paga', 9_500],
    ['cancelled', { status: 'cancelada', vencimento: '2026-05-09' }, 'cancelada', 9_500],
  ])('%s', (_when, given, status, valor_atualizado_centavos) => {
    const parcela = presentParcela(row(given), basis, ['pix', 'cartao']);
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
  ] as const)('ways to pay an installment that is %s', (status, formas) => {
    expect(presentParcela(row({ status }), basis, ['pix', 'cartao']).formas).toEqual(formas);
  });

  it.each<[string, string, string, string | null, number]>([
    ['on its Saturday', '2026-11-21', 'a_vencer', '2026-11-23', 9_500],
    ['on the Sunday after', '2026-11-22', 'a_vencer', '2026-11-23', 9_500],
    ['on Monday, the last day', '2026-11-23', 'vence_hoje', '2026-11-23', 9_500],
    ['on Tuesday', '2026-11-24', 'vencida', '2026-11-23', 10_203],
  ])('an instalment due on a Saturday, seen %s', (_when, day, status, pagar_ate, valor_atualizado_centavos) => {
    const bill = row({ vencimento: '2026-11-21' });
    const shown = presentParcela(bill, { ...basis, today: day }, ['pix', 'cartao']);
    expect(shown).toMatchObject({ vencimento: '2026-11-21', status, pagar_ate, valor_atualizado_centavos });
    // The bill of an order has a deadline of its own, without regard to bank days.
    const order = presentParcela({ ...bill, pedido_id: 9 }, { ...basis, today: day }, ['pix', 'cartao']);
    expect(order.pagar_ate).toBeNull();
  });

  it('a charged installment keeps its fine and interest when the terms of the school change', () => {
    const charged = { cobrado_centavos: 10_233, cobrado_multa: 200, cobrado_juros: 33 };
    const late = { ...row({ status: 'paga', vencimento: '2026-01-05' }), ...charged };
    const terms = { multa_bps: 1_000, juros_bps: 0, carencia_dias: 0 };
    expect(presentParcela(late, { ...basis, terms }, ['pix', 'cartao'])).toMatchObject({
      desconto_centavos: 0,
      multa_centavos: 200,
      juros_centavos: 33,
      valor_atualizado_centavos: 10_233,
    });
  });

  it('a presented installment does not contain the user id', () => {
    expect(presentParcela(row(), basis, ['pix', 'cartao'])).not.toHaveProperty('user_id');
  });
});

describe('the sums (FIN-01)', () => {
  it('the sums of no installments are zero', () => {
    expect(
      presentFinance(
        [],
        { installments: [] },
        () => basis,
        () => ['pix', 'cartao'],
      ).resumo,
    ).toEqual({
      aberto_centavos: 0,
      vencido_centavos: 0,
      proximo_vencimento: null,
      proxima_parcela_id: null,
    });
  });

  it('the next bill is never an overdue one', () => {
    const rows = [row({ id: 1, vencimento: '2026-04-10' }), row({ id: 2, vencimento: '2026-06-10' })];
    expect(
      presentFinance(
        [],
        { installments: rows },
        () => basis,
        () => ['pix', 'cartao'],
      ).resumo,
    ).toMatchObject({
      proximo_vencimento: '2026-06-10',
      proxima_parcela_id: 2,
    });
  });

  it('the sums count each open installment once, exact to the centavo, in any order of rows', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const open = rows.filter(({ status }) => status === 'aberta');
        const late = open.filter(({ vencimento }) => bankDayFrom(vencimento, nationalCalendar) < today);
        const ahead = open.filter(({ vencimento }) => bankDayFrom(vencimento, nationalCalendar) >= today);
        const owed = (some: ParcelaRow[], isLate: boolean) =>
          some.reduce(
            (sum, each) => sum + each.valor_centavos + (isLate ? lateCosts(each) : -each.desconto_centavos),
            0,
          );
        const { resumo, parcelas } = presentFinance(
          [],
          { installments: rows },
          () => basis,
          () => ['pix', 'cartao'],
        );
        expect(resumo.vencido_centavos).toBe(owed(late, true));
        expect(resumo.aberto_centavos).toBe(owed(late, true) + owed(ahead, false));
        expect(resumo.proximo_vencimento).toBe(ahead.map(({ vencimento }) => vencimento).toSorted()[0] ?? null);
        const next = ahead.find(({ id }) => id === resumo.proxima_parcela_id);
        expect(next?.vencimento ?? null).toBe(resumo.proximo_vencimento);
        expect(parcelas.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
        expect(
          presentFinance(
            [],
            { installments: rows.toReversed() },
            () => basis,
            () => ['pix', 'cartao'],
          ).resumo,
        ).toEqual(resumo);
      }),
    );
  });
});
