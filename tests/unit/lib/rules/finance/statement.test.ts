import { expect, it } from 'vitest';
import type { Parcela } from '../../../../../src/lib/contract/finance-shapes.schema.ts';
import {
  filteredMovements,
  paymentsOf,
  type StatementEntry,
  statementPage,
} from '../../../../../src/lib/rules/finance/statement.ts';

const ZONE = 'America/Sao_Paulo';
const bill = (more: Partial<Parcela>): Parcela => ({
  ...{ id: 1, contrato_id: 1, descricao: 'Mensalidade 1', numero: 1, total: 12, competencia: '2026-03' },
  ...{ vencimento: '2026-03-10', valor_centavos: 40_000, desconto_centavos: 0, multa_centavos: 0, juros_centavos: 0 },
  ...{ valor_atualizado_centavos: 40_000, status: 'paga', formas: [], parcelas_max: 1, ...more },
});

it('payments are read from bills, with day, method and refunded amount', () => {
  const paid = { pago_em: '2026-03-09T15:00:00.000Z', forma: 'pix' as const };
  const movements = paymentsOf([
    bill({ ...paid, devolvido_centavos: 5_000, recibo_url: '/recibos/1' }),
    bill({ id: 2, recibo_url: 'https://escola.example/r/2' }),
    bill({ id: 3, status: 'vencida' }),
    bill({ id: 4, status: 'em_processamento' }),
  ]);
  expect(movements).toMatchObject([
    {
      id: 'p1',
      em: paid.pago_em,
      forma: 'pix',
      detalhe: expect.stringMatching(/^Devolvido: R\$\s50,00$/),
      recibo_url: null,
    },
    {
      id: 'p2',
      em: '2026-03-10T12:00:00.000Z',
      forma: null,
      detalhe: 'Dia do pagamento não informado',
      recibo_url: 'https://escola.example/r/2',
    },
  ]);
});

const movement = (id: string, em: string, more: Partial<StatementEntry> = {}): StatementEntry => ({
  ...{ id, em, tipo: 'parcela', descricao: 'x', forma: null, detalhe: null, valor_centavos: 100 },
  ...{ status: 'concluido', parcela_id: null, recibo_url: null, ...more },
});
const all = [
  movement('a', '2026-02-28T23:30:00.000Z'),
  movement('b', '2026-03-01T01:30:00.000Z', { forma: 'pix' }),
  movement('c', '2026-03-02T12:00:00.000Z', { tipo: 'devolucao', valor_centavos: -40 }),
  movement('d', '2026-03-03T12:00:00.000Z', { status: 'em_analise' }),
];

it('a filter uses days in the zone of the school, and the newest entry is first', () => {
  const ids = (filter: Parameters<typeof filteredMovements>[1]) =>
    filteredMovements(all, filter, ZONE).map(({ id }) => id);
  expect(ids({})).toEqual(['d', 'c', 'b', 'a']);
  // In the zone of the school it was still February.
  expect(ids({ de: '2026-03-01' })).toEqual(['d', 'c']);
  expect(ids({ ate: '2026-02-28' })).toEqual(['b', 'a']);
  expect(ids({ tipo: 'devolucao' })).toEqual(['c']);
  expect(ids({ forma: 'pix' })).toEqual(['b']);
});

it('a page has the sums of the whole list and of its months, without pending entries', () => {
  expect(statementPage(filteredMovements(all, {}, ZONE), { limit: 2, offset: 1 }, ZONE)).toMatchObject({
    ...{ items: [{ id: 'c' }, { id: 'b' }], total: 4, limit: 2, offset: 1, pago_centavos: 200, devolvido_centavos: 40 },
    meses: [
      { mes: '2026-03', soma: -40 },
      { mes: '2026-02', soma: 200 },
    ],
  });
});
