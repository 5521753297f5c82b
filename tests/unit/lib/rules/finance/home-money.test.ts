import { describe, expect, it } from 'vitest';
import type { Financeiro, Parcela } from '../../../../../src/lib/contract/finance.schema.ts';
import { billSummary } from '../../../../../src/lib/rules/finance/family-finance.ts';
import { homeMoney, isPayerAlone } from '../../../../../src/lib/rules/finance/home-money.ts';

const financeOf = (centavos: number): Financeiro => ({
  resumo: {
    ...{ aberto_centavos: centavos, vencido_centavos: centavos },
    ...{ proximo_vencimento: null, proxima_parcela_id: null },
  },
  contratos: [],
  parcelas: [
    { id: 1, status: centavos > 0 ? 'vencida' : 'paga', vencimento: '2026-11-10', formas: [] } as unknown as Parcela,
  ],
});
const read = <T>(data: T) => ({ ok: true as const, data });
const person = (id: number, centavos: number) => ({ id, nome: `Pessoa ${id}`, financeiro: financeOf(centavos) });

describe('finances on the home page', () => {
  it('bills of an adult child count for the payer of the contract, and those with a card of their own only there', () => {
    const family = read([{ ...person(2, 500), menor: true }]);
    const { finance, others } = homeMoney({
      ...{ own: read(financeOf(0)), paid: read([person(2, 500), person(3, 700)]), family },
    });
    expect([finance?.ok && finance.data.resumo.vencido_centavos, others]).toEqual([700, family]);
  });

  it('“all paid” is not shown while an adult child has an open bill, or when this is unknown', () => {
    const isClear = (paid: Parameters<typeof homeMoney>[0]['paid']) => {
      const { finance, others } = homeMoney({ own: read(financeOf(0)), paid, family: null });
      return finance?.ok && billSummary(finance.data, others, true).isAllClear;
    };
    expect([isClear(read([person(3, 700)])), isClear({ ok: false }), isClear(read([person(3, 0)]))]).toEqual([
      ...[false, false, true],
    ]);
  });

  it('a user who only pays for others is recognized, without a course of their own', () => {
    const none = read([]);
    const payer = { paga_por_outros: true as const, drive_user: null };
    expect(isPayerAlone(payer, none, none)).toBe(true);
    expect(isPayerAlone(payer, none, read([1]))).toBe(false);
    expect(isPayerAlone(payer, none, { ok: false })).toBe(false);
    expect(isPayerAlone({ drive_user: null }, none, none)).toBe(false);
    expect(isPayerAlone(null, none, none)).toBe(false);
  });
});
