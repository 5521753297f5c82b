import { routes } from '#lib/routes.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { tell } from '../../messages/inbox/notify.ts';
import { tryMove } from './transitions.ts';

/** Moves a request on when its last bill is paid, in the transaction that settles the bill. */
export async function markUsaPaid(tx: Db, paymentId: number, at: Date): Promise<void> {
  // Locked: when the last two bills are paid at once, the later one sees the other.
  const own = tx.selectFrom('usa_pagamentos').select('request_id').where('id', '=', paymentId);
  const payment = await locked(tx, own, 'hold').executeTakeFirst();
  if (!payment) return;
  const left = await tx
    .selectFrom('parcelas')
    .select('id')
    .where('usa_pagamento_id', '=', paymentId)
    .where('status', 'in', ['aberta', 'em_processamento'])
    .limit(1)
    .executeTakeFirst();
  if (!left) await finish(tx, payment.request_id, at);
}

/** Notes that an exchange paid a request, in the transaction that settles the exchange. */
export async function markRequestExchanged(tx: Db, requestId: number, at: Date): Promise<void> {
  const paid = await tx
    .updateTable('usa_pagamentos')
    .set({ pago_em: at.toISOString() })
    .where('request_id', '=', requestId)
    .where('forma', '=', 'cambio')
    .where('pago_em', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (paid) await finish(tx, requestId, at);
}

async function finish(tx: Db, requestId: number, at: Date): Promise<void> {
  const request = await tx
    .selectFrom('usa_requests')
    .select(['id', 'status', 'user_id'])
    .where('id', '=', requestId)
    .executeTakeFirst();
  if (!request || !(await tryMove(tx, request, 'paga', { by: 'sistema', at }))) return;
  await tell(tx, at, {
    userId: request.user_id,
    category: 'aviso',
    title: 'Viagem paga: agora é com a mala',
    body: 'Recebemos o valor inteiro do seu intercâmbio. A escola fala com você sobre o embarque.',
    path: routes.abroad.home(),
  });
}
