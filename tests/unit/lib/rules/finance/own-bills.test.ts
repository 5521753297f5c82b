import { describe, expect, it } from 'vitest';
import type { Financeiro } from '../../../../../src/lib/contract/finance.schema.ts';
import { childrenWhoOwe, ownBills } from '../../../../../src/lib/rules/finance/own-bills.ts';

const finance = (aberto_centavos: number, bills: number, contracts = 0) =>
  ({
    resumo: { aberto_centavos },
    parcelas: Array.from({ length: bills }),
    contratos: Array.from({ length: contracts }),
  }) as unknown as Financeiro;

describe('what is true of own bills', () => {
  it.each([
    ['something is open', finance(100, 1), true, 'open'],
    ['all is paid', finance(0, 2), true, 'clear'],
    ['a contract without bills yet', finance(0, 0, 1), true, 'clear'],
    ['no bill in this name', finance(0, 0), true, 'none'],
    ['no enrolment', finance(0, 0), false, 'unlinked'],
  ] as const)('%s', (_, given, isEnrolled, expected) => {
    expect(ownBills(given, isEnrolled)).toBe(expected);
  });
});

describe('the children for whom something is open', () => {
  const bill = (vencimento: string, status: string, valor_centavos = 100) => ({ vencimento, status, valor_centavos });
  const child = (...parcelas: ReturnType<typeof bill>[]) => ({ id: 6, nome: 'Felipe', parcelas });

  it.each([
    ['nothing', child(), []],
    [
      'the next one alone',
      child(bill('2026-12-03', 'a_vencer'), bill('2027-01-03', 'a_vencer')),
      [0, 100, '2026-12-03'],
    ],
    [
      'overdue ones with their sum',
      child(bill('2026-10-03', 'vencida'), bill('2026-11-03', 'vencida', 50), bill('2026-12-03', 'a_vencer')),
      [2, 150, '2026-10-03'],
    ],
  ])('%s', (_, given, expected) => {
    expect(childrenWhoOwe([given]).flatMap(({ overdue, total, due }) => [overdue, total, due])).toEqual(expected);
  });

  it('a payment that the bank looks at', () => {
    expect(childrenWhoOwe([child(bill('2026-12-03', 'em_processamento'))])[0]?.isInReview).toBe(true);
  });
});
