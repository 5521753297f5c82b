import type { Recebedor } from '#lib/contract/exchange.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { cancelExchanges } from '../../money/exchange/end-payment.ts';
import type { ExchangeClaim } from '../../money/exchange/open-payment.ts';

/**
 * Lets an exchange pay the user's own request. The request must expect an exchange, in this currency and for its full
 * price. An earlier unpaid exchange for it ends, so nobody pays twice.
 *
 * @throws Refusal 404 for somebody else's request, 409 when it expects no exchange, 422 for another amount
 */
export async function claimForExchange(tx: Db, { userId, requestId, quote, at }: ExchangeClaim): Promise<void> {
  const payment = await tx
    .selectFrom('usa_pagamentos')
    .innerJoin('usa_requests', 'usa_requests.id', 'usa_pagamentos.request_id')
    .selectAll('usa_pagamentos')
    .select('usa_requests.status')
    .where('usa_pagamentos.request_id', '=', requestId)
    .where('usa_pagamentos.user_id', '=', userId)
    .executeTakeFirst();
  if (!payment) throw notFound('Não encontramos este pedido de intercâmbio entre os seus.');
  if (payment.forma !== 'cambio' || payment.pago_em !== null || payment.status !== 'aguardando_pagamento') {
    throw conflict('Este pedido não espera um pagamento por câmbio.', 'request_status');
  }
  if (payment.moeda !== quote.moeda || payment.total_minor !== quote.valor_minor) {
    throw invalid('A cotação não é do valor da viagem. Cote o valor inteiro, na moeda da viagem.', {
      quote_id: 'Valor diferente do da viagem',
    });
  }
  await cancelExchanges(tx, requestId, at, quote.id);
  const held = await tx
    .updateTable('usa_pagamentos')
    .set({ atualizado_em: new Date(Math.max(at.getTime(), Date.parse(payment.atualizado_em) + 1)).toISOString() })
    .where('id', '=', payment.id)
    .where('atualizado_em', '=', payment.atualizado_em)
    .returning('id')
    .executeTakeFirst();
  if (!held) throw conflict('Este pagamento mudou enquanto isso. Abra a página de novo.', 'changed');
}

/** The partner school of a request's trip. It receives the money. */
export async function receiverOfRequest(tx: Db, requestId: number): Promise<Recebedor | undefined> {
  const trip = await tx
    .selectFrom('usa_requests')
    .innerJoin('usa_turmas', 'usa_turmas.id', 'usa_requests.turma_id')
    .select(['usa_turmas.escola_parceira', 'usa_turmas.destino', 'usa_requests.protocolo'])
    .where('usa_requests.id', '=', requestId)
    .executeTakeFirst();
  return trip && { nome: trip.escola_parceira, pais: trip.destino, conta: trip.protocolo, motivo: 'estudos' };
}
