import { STATUS } from '#lib/rules/orders/status.ts';
import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';
import { levelMisses } from './level-fit.ts';
import { notifyOfMove, tellOfLevel } from './notify.ts';
import { openForPayment, payUntil } from './open-for-payment.ts';
import { tryMoveOrder } from './transitions.ts';

const waiting = (db: Db) =>
  db
    .selectFrom('pedidos')
    .select(['id', 'numero', 'user_id', 'company_id', 'status', 'total_centavos', 'parcelas_max'])
    .where('status', '=', STATUS.waitingForTest);

type Waiting = Awaited<ReturnType<ReturnType<typeof waiting>['execute']>>[number];

/**
 * Orders that waited for the level test of a user can be paid from now on (ORDER-03, TEST-03), but for those whose book the
 * test says is too hard: the school looks at them first.
 *
 * @param fallbackZone where the unit names no zone of its own.
 */
export async function releaseAfterLevelTest(tx: Db, userId: number, at: Date, fallbackZone: string): Promise<void> {
  const orders = await waiting(tx).where('user_id', '=', userId).orderBy('id').execute();
  const misses = await levelMisses(tx, orders);
  for (const order of orders) {
    const words = misses.get(order.id);
    if (words === undefined) await release(tx, order, at, fallbackZone);
    else await tellOfLevel(tx, order, words, at);
  }
}

async function release(tx: Db, order: Waiting, at: Date, fallbackZone: string): Promise<void> {
  const set = { pagar_ate: payUntil(at) };
  const nota = 'Teste de nível concluído';
  if (!(await tryMoveOrder(tx, order, STATUS.waitingForPayment, { by: 'sistema', at, nota, set }))) return;
  await openForPayment(tx, order, at, fallbackZone);
  await notifyOfMove(tx, order, { status: STATUS.waitingForPayment, por: 'teste' }, at);
}

/** An order that was placed in the moment in which the test ended saw neither: it is released here. */
export async function releaseTestedOrders({ db, now, config }: School): Promise<void> {
  const tested = await waiting(db)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('english_tests')
          .select('english_tests.id')
          .whereRef('english_tests.user_id', '=', 'pedidos.user_id')
          .where('english_tests.finished_at', 'is not', null),
      ),
    )
    // The latest first: those that wait for the school to look at their level stay, and must not keep these out.
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  const misses = await levelMisses(db, tested);
  for (const order of tested.filter(({ id }) => !misses.has(id))) {
    await db.transaction().execute((tx) => release(tx, order, now(), config.SCHOOL_TIME_ZONE));
  }
}
