import { describe, expect, it } from 'vitest';
import type { Financeiro } from '../../../../../src/lib/contract/finance.schema.ts';
import { ownBills } from '../../../../../src/lib/rules/finance/own-bills.ts';

const finance = (aberto_centavos: number, bills: number, contracts = 0) =>
  ({
    resumo: { aberto_centavos },
    parcelas: Array.from({ length: bills }),
    contratos: Array.from({ length: contracts }),
  }) as unknown as Financeiro;

describe('facts about a user’s own bills', () => {
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
