import { routes } from '#lib/routes.ts';
import type { Customers } from './core/http/ctx.ts';
import { endWithBoleto, markExchangePaid } from './money/exchange/end-payment.ts';
import { markOrderPaid } from './money/orders/order-status.ts';
import { markRequestExchanged, markUsaPaid } from './school/abroad/payment.ts';
import { claimForExchange, receiverOfRequest } from './school/abroad/request.ts';

const exchanges: Customers['exchanges'] = {
  claim: claimForExchange,
  receiverOf: receiverOfRequest,
  onPaid: markRequestExchanged,
};

/** Areas that people pay for. Finance and exchange know them only through this object (0028). */
export const customers: Customers = {
  bills: {
    pedido: {
      onPaid: (tx, id, { at, parcelas }) => markOrderPaid(tx, id, at, parcelas),
      pageOf: routes.orders.detail,
    },
    cambio: {
      onPaid: (tx, id, payment) => markExchangePaid(tx, id, payment, exchanges),
      onBoletoEnded: endWithBoleto,
      pageOf: (pagamento) => routes.finance.exchange({ pagamento }),
    },
    viagem: {
      onPaid: (tx, id, { at }) => markUsaPaid(tx, id, at),
      pageOf: () => routes.finance.home('pagas'),
    },
  },
  exchanges,
};
