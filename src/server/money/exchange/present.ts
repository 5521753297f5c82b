import { API_PREFIX } from '#lib/contract/core.ts';
import type { CambioPayment, Quote } from '#lib/contract/exchange.schema.ts';
import { downloadReceipt, drawQrCode } from '#lib/contract/finance.ts';
import { splitCentavos } from '#lib/format/split-centavos.ts';
import { exchangeMessages } from '#lib/words/exchange.ts';
import { financeMessages } from '#lib/words/finance.ts';
import { BOLETO_CANCELLED } from './end-payment.ts';
import type { LastCharge, PaymentRow, QuoteRow } from './queries.ts';
import { MAX_INSTALLMENTS } from './quote.ts';

/**
 * A quote for display. Each way of payment has the same price. A card can split it, without interest.
 *
 * @param max the largest number of instalments that the user asked for.
 */
export function presentQuote(row: QuoteRow, max = MAX_INSTALLMENTS): Quote {
  const { total_centavos } = row;
  const plans = row.forma === 'cartao' ? max : 1;
  return {
    quote_id: row.quote_id,
    moeda: row.moeda,
    valor_minor: row.valor_minor,
    cotacao: row.cotacao,
    spread_bps: row.spread_bps,
    iof_bps: row.iof_bps,
    iof_centavos: row.iof_centavos,
    tarifa_centavos: row.tarifa_centavos,
    total_centavos,
    installments: Array.from({ length: plans }, (_, index) => ({
      n: index + 1,
      valor_centavos: splitCentavos(total_centavos, index + 1)[0] ?? total_centavos,
      total_centavos,
    })),
    valido_ate: row.valido_ate,
  };
}

/** The review of a card may outlast the quote: then its result counts, not the time. */
function statusOf(row: PaymentRow, charge: LastCharge | undefined, now: Date): CambioPayment['status'] {
  // The money came too late and was not accepted for the bill.
  if (row.status === 'expirado' && charge?.status === 'paga') return 'devolvido';
  if (row.status !== 'pendente' || row.bill_status === 'em_processamento') return row.status;
  if (row.expira_em !== null && row.expira_em <= now.toISOString()) return 'expirado';
  return row.forma === 'cartao' && charge?.status === 'recusada' ? 'recusado' : 'pendente';
}

function reasonOf(row: PaymentRow, status: CambioPayment['status'], charge: LastCharge | undefined): string | null {
  if (status === 'recusado') return financeMessages.declined(charge?.motivo ?? null);
  if (status === 'devolvido') return 'O pagamento chegou depois do prazo, e o valor volta para a sua conta.';
  if (row.motivo === BOLETO_CANCELLED) return exchangeMessages.boletoCancelled;
  const isAnalysed = status === 'pendente' && row.bill_status === 'em_processamento';
  return isAnalysed ? 'O banco está analisando o pagamento.' : row.motivo;
}

/**
 * A payment for display. A refused card is shown while the user may still try another one.
 *
 * @param charge the latest one with the payment's method; its code is shown only while it can be paid.
 */
export function presentPayment(row: PaymentRow, charge: LastCharge | undefined, now: Date): CambioPayment {
  const status = statusOf(row, charge, now);
  const isPayable = status === 'pendente' && row.forma === 'pix' && charge?.status === 'ativa';
  const boleto = status === 'pendente' && row.forma === 'boleto' && charge?.status === 'ativa' ? charge : null;
  return {
    id: row.id,
    codigo: row.codigo,
    status,
    forma: row.forma,
    total_centavos: row.total_centavos,
    br_code: isPayable ? charge.br_code : null,
    linha_digitavel: boleto?.linha_digitavel ?? null,
    boleto_url: boleto?.boleto_url ?? null,
    vencimento: boleto?.vence_em ?? null,
    expira_em: row.expira_em,
    motivo: reasonOf(row, status, charge),
    moeda: row.moeda,
    valor_minor: row.valor_minor,
    parcelas: row.parcelas,
    criado_em: row.criado_em,
    pago_em: row.pago_em,
    parcela_id: row.parcela_id,
    recebedor: row.recebedor === null ? null : (JSON.parse(row.recebedor) as CambioPayment['recebedor']),
    recibo_url:
      status === 'pago' ? API_PREFIX + downloadReceipt.path.replace('{parcela_id}', String(row.parcela_id)) : null,
    qr_svg_url: isPayable ? API_PREFIX + drawQrCode.path.replace('{txid}', charge.txid) : null,
  };
}
