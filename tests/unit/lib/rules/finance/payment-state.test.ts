import { describe, expect, it } from 'vitest';
import type { CambioPayment } from '../../../../../src/lib/contract/exchange.schema.ts';
import {
  type CardOutcome,
  chargeOf,
  type PixCharge,
  stateOfCard,
  stateOfCharge,
} from '../../../../../src/lib/rules/finance/payment-state.ts';

const charge = (change: Partial<PixCharge>): PixCharge => ({
  br_code: '000201',
  qr_svg_url: '/qr.svg',
  valor_centavos: 32_900,
  expira_em: '2026-11-28T12:30:00Z',
  status: 'ATIVA',
  ...change,
});

const outcome = (change: Partial<CardOutcome>): CardOutcome => ({
  status: 'aprovado',
  total_centavos: 32_900,
  motivo: null,
  recibo_url: null,
  ...change,
});

describe('the state of a payment by Pix', () => {
  const open = charge({});
  it.each([
    [open, true, { step: 'waiting', charge: open, isOffline: false }],
    [open, false, { step: 'waiting', charge: open, isOffline: true }],
    [charge({ status: 'CONCLUIDA' }), true, { step: 'paid', centavos: 32_900, receipt: null }],
    [
      charge({ status: 'CONCLUIDA', recibo_url: '/r.pdf' }),
      false,
      { step: 'paid', centavos: 32_900, receipt: '/r.pdf' },
    ],
    [charge({ status: 'EXPIRADA' }), true, { step: 'expired' }],
    [charge({ status: 'REMOVIDA' as PixCharge['status'] }), true, { step: 'expired' }],
  ])('%j, online: %s', (given, isOnline, state) => {
    expect(stateOfCharge(given, isOnline)).toEqual(state);
  });
});

describe('the state of a payment by card', () => {
  const refused = (problem: string) => ({ step: 'refused', problem, fields: {} });
  it.each([
    [outcome({ recibo_url: '/r.pdf' }), { step: 'paid', centavos: 32_900, receipt: '/r.pdf' }],
    [outcome({ status: 'em_analise' }), { step: 'reviewing' }],
    [outcome({ status: 'recusado', motivo: 'Sem limite.' }), refused('Sem limite.')],
    [
      outcome({ status: 'recusado', motivo: 'Sem limite.', tentativas_restantes: 1 }),
      refused('Sem limite. Resta 1 tentativa com cartão nesta hora.'),
    ],
    [outcome({ status: 'recusado' }), refused('O cartão foi recusado. Use outro cartão ou pague com Pix.')],
  ])('%j', (given, state) => {
    expect(stateOfCard(given)).toEqual(state);
  });
});

it.each([
  [{ status: 'pendente', br_code: '000201' }, 'waiting'],
  [{ status: 'pago', br_code: '000201' }, 'paid'],
  [{ status: 'expirado', br_code: null }, 'expired'],
  [{ status: 'devolvido' }, 'expired'],
] as const)('a foreign-exchange payment %j is shown as %s', (change, step) => {
  const payment = { id: 1, codigo: 'C1', forma: 'pix', total_centavos: 59_846, ...change } satisfies CambioPayment;
  expect(stateOfCharge(chargeOf(payment)).step).toBe(step);
});
