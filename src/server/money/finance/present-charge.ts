import { API_PREFIX } from '#lib/contract/core.ts';
import type { Boleto, CardPayment, Cobranca } from '#lib/contract/finance.schema.ts';
import { splitCentavos } from '#lib/format/split-centavos.ts';
import { receiptPath } from '#lib/rules/routes/file-addresses.ts';
import { financeMessages } from '#lib/words/finance.ts';
import type { Receiver } from '../../core/ports/payments/provider.ts';
import type { ChargeRow } from './queries.ts';

/** A Pix charge in the form of section 7. It holds nothing about the person who owes it (FIN-06). */
export function presentPix(charge: ChargeRow, parcelaId: number, receiver: Receiver, now: Date): Cobranca {
  return {
    parcela_id: parcelaId,
    txid: charge.txid,
    br_code: charge.br_code ?? '',
    qr_svg_url: `${API_PREFIX}portal/pix/${charge.txid}/qr/`,
    valor_centavos: charge.valor_centavos,
    criada_em: charge.criada_em,
    expira_em: charge.expira_em ?? charge.criada_em,
    status: pixStatus(charge, now),
    pago_em: charge.pago_em,
    recebedor: receiver,
  };
}

function pixStatus({ status, expira_em }: ChargeRow, now: Date): Cobranca['status'] {
  if (status === 'paga') return 'CONCLUIDA';
  if (status === 'expirada' || (expira_em ?? '') <= now.toISOString()) return 'EXPIRADA';
  return status === 'removida' ? 'REMOVIDA' : 'ATIVA';
}

export type BoletoRow = Pick<
  ChargeRow,
  'linha_digitavel' | 'codigo_barras' | 'boleto_url' | 'vence_em' | 'valor_centavos'
>;

/** A boleto for its payer. @param isOwner the paper names the payer: a link does not show it */
export const presentBoleto = (charge: BoletoRow, today: string, isOwner: boolean): Boleto => ({
  linha_digitavel: charge.linha_digitavel ?? '',
  codigo_barras: charge.codigo_barras,
  url: isOwner ? charge.boleto_url : null,
  vencimento: charge.vence_em ?? '',
  valor_centavos: charge.valor_centavos,
  vencido: (charge.vence_em ?? '') < today,
});

/** The page of the payment house for a card, for its owner alone: it names the payer. */
export const presentCardPage = ({ pagina_url, vence_em, valor_centavos }: ChargeRow) => ({
  url: pagina_url ?? '',
  vencimento: vence_em ?? '',
  valor_centavos,
});

/** The card of a charge and its instalments, in words. */
export const cardOf = ({ bandeira, final, parcelas }: Pick<ChargeRow, 'bandeira' | 'final' | 'parcelas'>) =>
  final === null ? null : `${bandeira} final ${final}, ${parcelas}×`;

/** A card payment. Only its owner gets the receipt. */
export function presentCard(charge: ChargeRow, parcelaId: number, isOwner: boolean): CardPayment {
  const { status, motivo } = charge;
  const isPaid = status === 'paga';
  const isRefused = status === 'recusada';
  return {
    parcela_id: parcelaId,
    status: isPaid ? 'aprovado' : isRefused ? 'recusado' : 'em_analise',
    codigo_autorizacao: charge.codigo_autorizacao,
    nsu: charge.nsu,
    bandeira: charge.bandeira ?? 'Cartão',
    final: charge.final ?? '',
    installments: charge.parcelas,
    valor_parcela_centavos: splitCentavos(charge.valor_centavos, charge.parcelas)[0] ?? charge.valor_centavos,
    total_centavos: charge.valor_centavos,
    motivo: isRefused ? financeMessages.declined(motivo) : null,
    tentar_de_novo: isRefused && financeMessages.mayRetry(motivo),
    recibo_url: isPaid && isOwner ? receiptPath(parcelaId) : null,
  };
}
