import type { Call } from './core.ts';
import type { calls as S } from './exchange.schema.ts';

export const createExchangePayment: Call<typeof S.createExchangePayment> = {
  method: 'POST',
  path: 'cambio-real/payment/',
  keyed: true,
};
export const payExchangeWithCard: Call<typeof S.payExchangeWithCard> = {
  method: 'POST',
  path: 'cambio-real/payment/credit-card/',
  keyed: true,
};
export const simulateExchange: Call<typeof S.simulateExchange> = {
  method: 'POST',
  path: 'cambio-real/simulator-value/',
};
