import { STATUS } from '#lib/rules/orders/status.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { zoneOr } from '#lib/rules/time/zones.ts';
import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';
import { remindOf } from './notify.ts';
import { reminderTimes } from './reminder-times.ts';

const AT_ONCE = 500;

/** Reminds of unpaid orders: on the fifth day and on the last morning, each at most once. */
export async function remindOrders({ db, now, config }: School): Promise<void> {
  const at = now();
  for (const order of await waitingOrders(db, at)) {
    const times = reminderTimes(order.pagar_ate ?? '', zoneOr(order.timezone, config.SCHOOL_TIME_ZONE));
    const isNow = (time: string) => time <= at.toISOString();
    if (order.lembrete_final_em === null && isNow(times.lastMorning)) {
      await remind(db, order, 'lembrete_final_em', 'Último dia para pagar o seu pedido', at);
    } else if (order.lembrete_dia5_em === null && order.lembrete_final_em === null && isNow(times.fifthDay)) {
      await remind(db, order, 'lembrete_dia5_em', 'Faltam dois dias para pagar o seu pedido', at);
    }
  }
}

/** Orders whose fifth day may have come. */
const waitingOrders = (db: Db, at: Date) =>
  db
    .selectFrom('pedidos')
    .innerJoin('companies', 'companies.id', 'pedidos.company_id')
    .select(['pedidos.id', 'pedidos.numero', 'pedidos.user_id', 'pedidos.pagar_ate', 'companies.timezone'])
    .select(['pedidos.lembrete_dia5_em', 'pedidos.lembrete_final_em'])
    .where('pedidos.status', '=', STATUS.waitingForPayment)
    .where('pedidos.pagar_ate', '>', at.toISOString())
    .where('pedidos.pagar_ate', '<', new Date(at.getTime() + 3 * DAY_MS).toISOString())
    .where('pedidos.lembrete_final_em', 'is', null)
    .orderBy('pedidos.pagar_ate')
    .limit(AT_ONCE)
    .execute();

type Waiting = Awaited<ReturnType<typeof waitingOrders>>[number];

/** The mark and the notice are one transaction, and the mark is set once. */
const remind = (
  db: Db,
  order: Waiting,
  mark: 'lembrete_dia5_em' | 'lembrete_final_em',
  title: string,
  at: Date,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const isFirst = await tx
      .updateTable('pedidos')
      .set({ [mark]: at.toISOString() })
      .where('id', '=', order.id)
      .where('status', '=', STATUS.waitingForPayment)
      .where(mark, 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!isFirst) return;
    await remindOf(tx, order, title, at);
  });
