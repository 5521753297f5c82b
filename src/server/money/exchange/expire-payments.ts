import { DAY_MS } from '#lib/rules/time/spans.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import type { School } from '../../core/http/ctx.ts';
import { cancelPayment } from './cancel-payment.ts';

const AT_ONCE = 100;
/** Charges get a last check two minutes after their time, which finds a payment of the last second. */
const GRACE_MS = 3 * 60_000;
const KEPT_MS = 7 * DAY_MS;

/**
 * Ends payments after their time, and deletes unused quotes. A paid bill, or one that is being paid, stays unchanged.
 */
export async function expireExchangePayments(school: School): Promise<void> {
  const { db, now, log } = school;
  const over = await db
    .selectFrom('cambio_pagamentos')
    // A cross join keeps the order on SQLite: few payments wait, and many bills are open.
    .crossJoin('parcelas')
    .whereRef('parcelas.cambio_id', '=', 'cambio_pagamentos.id')
    .select(['cambio_pagamentos.id', 'parcelas.id as parcela_id'])
    .where('cambio_pagamentos.status', '=', 'pendente')
    .where('cambio_pagamentos.expira_em', '<', new Date(now().getTime() - GRACE_MS).toISOString())
    .where('parcelas.status', '=', 'aberta')
    .orderBy('cambio_pagamentos.id')
    .limit(AT_ONCE)
    .execute();
  await oneByOne(log, over, { job: 'expireExchangePayments', idOf: ({ id }) => id }, (payment) =>
    db.transaction().execute((tx) => cancelPayment(tx, payment, now())),
  );
  await deleteUnusedQuotes(school);
}

async function deleteUnusedQuotes({ db, now }: School): Promise<void> {
  await db
    .deleteFrom('cambio_cotacoes')
    .where('valido_ate', '<', new Date(now().getTime() - KEPT_MS).toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('cambio_pagamentos').select('id').whereRef('cotacao_id', '=', 'cambio_cotacoes.id'))),
    )
    .execute();
}
