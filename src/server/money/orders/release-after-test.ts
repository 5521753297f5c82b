import { STATUS } from '#lib/rules/orders/status.ts';
import type { Db } from '../../core/db/connection.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import type { Zoned } from '../../core/db/people.ts';
import type { School } from '../../core/http/ctx.ts';
import { notifyOfLevel, notifyOfMove } from './notify.ts';
import { openForPayment, payUntil } from './order-status.ts';
import { levelMisses } from './products.ts';
import { tryMoveOrder } from './transitions.ts';

const waiting = (db: Db) =>
  db
    .selectFrom('pedidos')
    .select(['id', 'numero', 'user_id', 'company_id', 'status', 'total_centavos', 'parcelas_max'])
    .where('status', '=', STATUS.waitingForTest);

type Waiting = Awaited<ReturnType<ReturnType<typeof waiting>['execute']>>[number];

/**
 * Opens a user's orders that waited for the level test (ORDER-03, TEST-03). Orders whose book is too hard by the test are left
 * out: the school checks them first.
 */
export async function releaseAfterLevelTest(tx: Db, userId: number, at: Date, config: Zoned): Promise<void> {
  const orders = await waiting(tx).where('user_id', '=', userId).orderBy('id').execute();
  const misses = await levelMisses(tx, orders);
  for (const order of orders) {
    const words = misses.get(order.id);
    if (words === undefined) await release(tx, order, at, config);
    else await notifyOfLevel(tx, order, words, at);
  }
}

async function release(tx: Db, order: Waiting, at: Date, config: Zoned): Promise<void> {
  const set = { pagar_ate: payUntil(at) };
  const nota = 'Teste de nível concluído';
  if (!(await tryMoveOrder(tx, order, STATUS.waitingForPayment, { by: 'sistema', at, nota, set }))) return;
  await openForPayment(tx, order, at, config);
  await notifyOfMove(tx, order, { status: STATUS.waitingForPayment, por: 'teste' }, at);
}

/** Releases orders that were placed while the test ended, when neither transaction saw the other. */
export async function releaseTestedOrders({ db, now, config, log }: School): Promise<void> {
  const tested = await waiting(db)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('english_tests')
          .select('english_tests.id')
          .whereRef('english_tests.user_id', '=', 'pedidos.user_id')
          .where('english_tests.finished_at', 'is not', null),
      ),
    )
    // The latest first: orders that wait for the school's check must not block new ones.
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  const misses = await levelMisses(db, tested);
  const free = tested.filter(({ id }) => !misses.has(id));
  await oneByOne(log, free, { job: 'releaseTestedOrders', idOf: ({ id }) => id }, (order) =>
    db.transaction().execute((tx) => release(tx, order, now(), config)),
  );
}
