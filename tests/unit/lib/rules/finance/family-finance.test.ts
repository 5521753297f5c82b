import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Financeiro, Parcela } from '../../../../../src/lib/contract/finance.schema.ts';
import { billSummary, familyFinance } from '../../../../../src/lib/rules/finance/family-finance.ts';
import { payFirst } from '../../../../../src/lib/rules/finance/pay-page.ts';

type State = 'paga' | 'vencida' | 'a_vencer';
let ids = 0;

/** The answer of the school about one person's bills. */
function financeOf(
  bills: readonly { state: State; centavos: number; day: number }[],
  contracts = bills.length,
): Financeiro {
  const parcelas = bills
    .map(({ state, centavos, day }) => {
      ids += 1;
      const vencimento = `2026-12-${String(day).padStart(2, '0')}`;
      return {
        ...{ id: ids, status: state, vencimento, valor_atualizado_centavos: centavos },
        formas: state === 'paga' ? [] : ['pix'],
      } as unknown as Parcela;
    })
    .toSorted((a, b) => a.vencimento.localeCompare(b.vencimento));
  const sum = (...states: State[]) =>
    parcelas
      .filter(({ status }) => states.includes(status as State))
      .reduce((total, each) => total + each.valor_atualizado_centavos, 0);
  const next = parcelas.find(({ status }) => status === 'a_vencer');
  return {
    resumo: {
      aberto_centavos: sum('vencida', 'a_vencer'),
      vencido_centavos: sum('vencida'),
      proximo_vencimento: next?.vencimento ?? null,
      proxima_parcela_id: next?.id ?? null,
    },
    contratos: Array.from({ length: contracts }) as Financeiro['contratos'],
    parcelas,
  };
}
const bills = fc.array(
  fc.record({
    state: fc.constantFrom<State>('paga', 'vencida', 'a_vencer'),
    centavos: fc.integer({ min: 1, max: 500_000 }),
    day: fc.integer({ min: 1, max: 28 }),
  }),
  { maxLength: 6 },
);
const child = (financeiro: Financeiro, id = 1) => ({ id, nome: `Filho ${id}`, financeiro });

describe('the bills of a family', () => {
  it('“all paid” is never shown with an open bill in the family, nor without a linked school', () => {
    fc.assert(
      fc.property(bills, fc.array(bills, { maxLength: 3 }), fc.boolean(), fc.boolean(), (own, others, known, read) => {
        const family = others.map((each, index) => child(financeOf(each), index + 1));
        const part = read ? { ok: true as const, data: family } : { ok: false as const, status: 0, detail: '' };
        const { isAllClear, status } = billSummary(financeOf(own), others.length > 0 ? part : null, known);
        const isOpen = [own, ...others].flat().some(({ state }) => state !== 'paga');
        if (isOpen || (others.length > 0 && !read)) expect(isAllClear).toBe(false);
        if (!known && own.length === 0 && others.length === 0)
          expect([isAllClear, status]).toEqual([false, 'unlinked']);
      }),
    );
  });

  it('the finances of a family are the sums of its members, with each bill once, in order of due days', () => {
    fc.assert(
      fc.property(bills, bills, (own, other) => {
        const [mine, hers] = [financeOf(own), financeOf(other)];
        const all = familyFinance(mine, [child(hers)]);
        expect(all.resumo.aberto_centavos).toBe(mine.resumo.aberto_centavos + hers.resumo.aberto_centavos);
        expect(all.parcelas.map(({ id }) => id).toSorted()).toEqual(
          [...mine.parcelas, ...hers.parcelas].map(({ id }) => id).toSorted(),
        );
        expect(all.parcelas.filter(({ de }) => de).length).toBe(other.length);
        const days = all.parcelas.filter(({ status }) => status === 'a_vencer').map(({ vencimento }) => vencimento);
        expect(all.resumo.proximo_vencimento).toBe(days[0] ?? null);
      }),
    );
  });

  it('overdue bills of several children are paid first, together', () => {
    const late = (day: number) => financeOf([{ state: 'vencida', centavos: 100, day }]);
    const { bills: first, total } = payFirst(familyFinance(late(3), [child(late(1)), child(late(2), 2)]));
    expect([first.length, total]).toEqual([3, 300]);
  });

  it('a bill that the bank debits is not offered for payment, but shown with its day', () => {
    const { resumo, parcelas } = financeOf([{ state: 'a_vencer', centavos: 100, day: 3 }]);
    const debito = { dia: '2026-12-03', valor_centavos: 100, de_novo: false };
    const debited = { resumo, parcelas: parcelas.map((bill) => ({ ...bill, debito })) };
    expect(payFirst(debited)).toMatchObject({ bills: [], atSchool: false, debito });
    expect(payFirst({ resumo, parcelas })).toMatchObject({ total: 100, debito: null });
  });

  it('overdue bills are paid for one receiver at a time, also those of one person', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 8 }), (receivers) => {
        const late = receivers.map((_each, index) => ({ state: 'vencida' as const, centavos: 100, day: index + 1 }));
        const { resumo, parcelas } = financeOf(late);
        const received = parcelas.map((bill, index) => ({ ...bill, recebedor: receivers[index] }));
        const { bills: first, isAll, overdue } = payFirst({ resumo, parcelas: received });
        const ofFirst = receivers.filter((each) => each === receivers[0]).length;
        expect(new Set(first.map(({ recebedor }) => recebedor))).toEqual(new Set([receivers[0]]));
        expect([first.length, isAll, overdue.length]).toEqual([
          ofFirst,
          ofFirst === receivers.length,
          receivers.length,
        ]);
      }),
    );
  });
});
