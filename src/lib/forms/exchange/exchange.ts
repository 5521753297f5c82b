import { type Part, partOf } from '#lib/api/part.ts';
import type { CambioPayment, Quote } from '#lib/contract/exchange.schema.ts';
import { simulateExchange } from '#lib/contract/exchange.ts';
import { formatHundredths } from '#lib/format/money.ts';
import { hundredthsOf } from '#lib/format/typed-amount.ts';
import type { PageSession } from '#lib/page/page-session.ts';
import { routes } from '#lib/routes.ts';
import { type ExchangeForm, formFrom, simulationOf, wrongAmount } from '#lib/rules/exchange/quote-form.ts';
import { exchangeMessages } from '#lib/words/exchange.ts';
import { boletoForms } from '../finance/boleto.ts';
import type { Refusal } from '../refusal.ts';
import type { Verb } from '../submit.ts';

/** What the exchange page shows. */
export type ExchangePage =
  | { kind: 'simulator'; form: ExchangeForm; quote: Quote | null; refused: Refusal | null }
  | { kind: 'payment'; payment: Part<CambioPayment> };

/** Reads the address of the exchange page: a payment, or a form that is quoted immediately, also without a script. */
export async function serveExchangePage(session: PageSession, params: URLSearchParams): Promise<ExchangePage> {
  const id = params.get('pagamento');
  if (id !== null) return { kind: 'payment', payment: await partOf(session.api.exchange.getExchangePayment({ id })) };
  const form = tidied(formFrom(params));
  const nothing = { kind: 'simulator', form, quote: null, refused: null } as const;
  if (!params.has('valor')) return nothing;
  const simulation = simulationOf(form);
  if (simulation.problem !== undefined) return { ...nothing, refused: wrongAmount(simulation.problem) };
  const quote = await partOf(session.api(simulateExchange, { body: simulation.body }));
  if (quote.ok) return { ...nothing, quote: quote.data };
  return { ...nothing, refused: { problem: quote.detail || exchangeMessages.notQuoted, fields: quote.fields ?? {} } };
}

/** The amount in the format of the field’s mask. */
function tidied(form: ExchangeForm): ExchangeForm {
  const amount = hundredthsOf(form.valor);
  return amount === null ? form : { ...form, valor: formatHundredths(amount) };
}

/** The form of a payment’s page: it cancels the boleto of a bill, and with it the payment. */
export const paymentForms = (pagamento: string): Record<string, Verb> => ({
  cancelar_boleto: async (sent) => {
    const { parcela_id } = await sent.api.exchange.getExchangePayment({ id: pagamento });
    const page = routes.finance.exchange({ pagamento });
    return boletoForms(parcela_id ?? 0, undefined, { boleto: page, pix: page }).cancelar_boleto(sent);
  },
});
