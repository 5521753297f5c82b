import { describe, expect, it } from 'vitest';
import type { Financeiro, Parcela } from '../../../../../src/lib/contract/finance.schema.ts';
import { routes } from '../../../../../src/lib/routes.ts';
import {
  billsOf,
  MAX_BILLS,
  payFirst,
  payPage,
  payTogether,
  upcomingAfter,
} from '../../../../../src/lib/rules/finance/pay-page.ts';

const bills = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
const opened = (href: string) => billsOf(new URL(href, 'https://aluno.example').searchParams);

describe('the address of a pay page', () => {
  it.each([1, MAX_BILLS])('a pay page opens %i bills', (count) => {
    const ids = bills(count).map(({ id }) => id);
    expect(opened(routes.finance.pay(ids))).toEqual(ids);
  });

  it('a pay page takes the oldest overdue bills, up to the maximum of one code', () => {
    const { chosen, isAll } = payTogether(bills(20));
    expect([chosen.length, isAll]).toEqual([MAX_BILLS, false]);
    expect(opened(routes.finance.pay(chosen.map(({ id }) => id)))).toEqual(chosen.map(({ id }) => id));
    expect(payTogether(bills(3))).toEqual({ chosen: bills(3), isAll: true });
  });

  it('a pay page opens no bills for an invalid list', () => {
    for (const text of [
      '',
      '0',
      '1,x',
      '-1',
      bills(MAX_BILLS + 1)
        .map(({ id }) => id)
        .join(),
    ]) {
      expect(billsOf(new URLSearchParams({ parcelas: text }))).toEqual([]);
    }
  });
});

describe('what is paid first (DASH-01)', () => {
  const bill = (id: number, status: Parcela['status'], formas: Parcela['formas'] = ['pix']) =>
    ({ id, status, formas, valor_atualizado_centavos: 100 * id }) as Parcela;
  const finance = (parcelas: Parcela[], proxima_parcela_id: number | null) =>
    payFirst({ resumo: { proxima_parcela_id }, parcelas } as Financeiro);

  it('overdue bills are paid first, also without other open bills', () => {
    const { overdue, next, bills: first, total, isAll } = finance([bill(1, 'paga'), bill(2, 'vencida')], null);
    expect([overdue.length, next, first.map(({ id }) => id), total, isAll]).toEqual([1, undefined, [2], 200, true]);
  });

  it('overdue bills are paid before the next one', () => {
    const { bills: first, next } = finance([bill(2, 'vencida'), bill(3, 'vencida'), bill(4, 'a_vencer')], 4);
    expect([first.map(({ id }) => id), next?.id]).toEqual([[2, 3], 4]);
  });

  it('without overdue bills the next bill is paid, if there is one', () => {
    expect(finance([bill(4, 'vence_hoje')], 4).bills.map(({ id }) => id)).toEqual([4]);
    expect(finance([bill(1, 'paga')], null)).toMatchObject({ overdue: [], bills: [], total: 0 });
  });

  it('an overdue bill is shown as payable at school when the portal takes no payments', () => {
    const { overdue, bills: first, atSchool } = finance([bill(2, 'vencida', [])], null);
    expect([overdue.length, first, atSchool]).toEqual([1, [], true]);
    expect(finance([bill(2, 'vencida')], null).atSchool).toBe(false);
    expect(finance([bill(1, 'paga', [])], null).atSchool).toBe(false);
    const page = (status: Parcela['status'], formas: Parcela['formas'] = []) =>
      payPage([{ parcela_id: 1, descricao: 'Parcela', status, formas } as never]).atSchool;
    expect([page('vencida'), page('vencida', ['pix']), page('cancelada'), page('paga')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('the bill after a payment (FIN-03)', () => {
  const bill = (id: number, vencimento: string, rest: Partial<Parcela> = {}) =>
    ({ id, vencimento, formas: ['pix'], valor_atualizado_centavos: 32_900, ...rest }) as Parcela;
  const said = (ids: number[], parcelas: Parcela[]) => upcomingAfter(ids, { parcelas } as Financeiro);

  it('is the open one with the nearest due day, without those just paid', () => {
    const parcelas = [bill(3, '2027-01-27'), bill(2, '2026-12-27'), bill(1, '2026-11-27')];
    expect(said([1], parcelas)).toBe('Próxima: R$\u00a0329,00, até 27/12/2026');
    expect(said([1], [bill(2, '2026-12-27', { pagar_ate: '2026-12-28' })])).toContain('28/12/2026');
  });

  it('is marked as overdue', () => {
    expect(said([2], [bill(1, '2026-10-27', { status: 'vencida' }), bill(2, '2026-12-27')])).toBe(
      'Ainda em atraso: R$\u00a0329,00, de 27/10/2026',
    );
  });

  it('is absent without another open bill', () => {
    expect(said([1], [bill(1, '2026-11-27'), bill(2, '2026-12-27', { formas: [] })])).toBeNull();
  });
});

it('a pay page shows the last day without a fine, or the due day of an overdue bill', () => {
  const due = (status: Parcela['status']) =>
    payPage([{ status, formas: ['pix'], vencimento: '2026-11-22', pagar_ate: '2026-11-23' } as never]).due;
  expect([due('vence_hoje'), due('vencida')]).toEqual(['2026-11-23', '2026-11-22']);
});
