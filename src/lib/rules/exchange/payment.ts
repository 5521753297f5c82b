import type { CambioPayment } from '#lib/contract/exchange.schema.ts';
import { formatForeign } from '#lib/format/foreign.ts';
import { routes } from '#lib/routes.ts';
import { chargeOf, type Payable } from '../finance/payment-state.ts';

/** The purpose of a paid exchange, and where its payer continues. */
export const paidFor = ({ moeda, valor_minor }: Pick<CambioPayment, 'moeda' | 'valor_minor'>) => ({
  what: moeda && valor_minor ? `Câmbio de ${formatForeign(valor_minor, moeda)}` : 'Câmbio',
  next: { label: 'Ir a Pagamentos', href: routes.finance.home() },
});

/** An exchange as the page hands it to the island that pays by Pix. */
export const pixOfExchange = (payment: CambioPayment) => ({
  payable: { kind: 'exchange', payment: payment.id } satisfies Payable,
  charge: chargeOf(payment),
  ...paidFor(payment),
});
