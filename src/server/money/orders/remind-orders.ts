import { STATUS } from '#lib/rules/orders/status.ts';
import { shiftDay } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { DAY_MS, HOUR_MS } from '#lib/rules/time/spans.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { inBatches } from '../../core/db/in-batches.ts';
import type { School } from '../../core/http/ctx.ts';
import { remindOf } from './notify.ts';

const AT_ONCE = 500;
/** Orders in one transaction. */
const BATCH = 20;

/** Reminds of unpaid orders: on the fifth day and on the last morning, each at most once. */
export async function remindOrders({ db, now, config, log }: School): Promise<void> {
  const at = now();
  const isNow = (time: string) => time <= at.toISOString();
  const due = (await waitingOrders(db, at)).flatMap((order): Reminder[] => {
    const times = reminderTimes(order.pagar_ate ?? '', zoneOr(order.timezone, config.SCHOOL_TIME_ZONE));
    if (isNow(times.lastMorning)) {
      return [{ order, mark: 'lembrete_final_em', title: 'Último dia para pagar o seu pedido' }];
    }
    const isFifthDay = order.lembrete_dia5_em === null && isNow(times.fifthDay);
    return isFifthDay ? [{ order, mark: 'lembrete_dia5_em', title: 'Faltam dois dias para pagar o seu pedido' }] : [];
  });
  await inBatches(log, due, { job: 'remindOrders', size: BATCH, idOf: ({ order }) => order.id }, (some) =>
    db.transaction().execute(async (tx) => {
      for (const each of some) await remind(tx, each, at);
    }),
  );
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

interface Reminder {
  order: Waiting;
  mark: 'lembrete_dia5_em' | 'lembrete_final_em';
  title: string;
}

/** The mark and the notice are one transaction, and the mark is set once. */
async function remind(tx: Db, { order, mark, title }: Reminder, at: Date): Promise<void> {
  const isFirst = await tx
    .updateTable('pedidos')
    .set({ [mark]: at.toISOString() })
    .where('id', '=', order.id)
    .where('status', '=', STATUS.waitingForPayment)
    .where(mark, 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (isFirst) await remindOf(tx, order, title, at);
}

const HOUR = '08:00';
/** With less time left a reminder is useless. */
const AT_LEAST_MS = 2 * HOUR_MS;

/**
 * When to remind of an unpaid order: on the morning of the fifth day, and on the last morning that leaves enough time.
 * Mornings are in the school's zone.
 *
 * @param payUntil the deadline, ISO-8601 UTC.
 */
export function reminderTimes(payUntil: string, timeZone: string): { fifthDay: string; lastMorning: string } {
  const day = dayIn(timeZone, new Date(payUntil));
  const morning = (daysBefore: number) => instantIn(timeZone, shiftDay(day, -daysBefore), HOUR);
  const latest = new Date(Date.parse(payUntil) - AT_LEAST_MS).toISOString();
  return { fifthDay: morning(2), lastMorning: morning(0) <= latest ? morning(0) : morning(1) };
}
