import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { routes } from '#lib/routes.ts';
import { isMinor } from '#lib/rules/account/birth-date.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import type { School } from '../../core/http/ctx.ts';
import { type ForPayer, notifyPayers, type PayerEvent } from '../../messages/inbox/guardian.ts';
import type { NoticeParams } from '../../messages/inbox/kinds.ts';
import { isAfter, isNew, isSwitchedOn, lookForEvents, type Source } from '../../messages/inbox/look.ts';
import { keyOf } from '../../messages/inbox/notify.ts';
import { amountDue, lateFeeBasesOf } from './amount-due.ts';
import { purposeOf } from './bill-kinds.ts';
import { isPaidOfNothing } from './costless-bills.ts';
import { makeLink } from './payer.ts';

const AT_ONCE = 100;
const about = sql`cast(parcelas.id as text)`;

/** Notifies people of paid bills of any kind. A bank may report a payment much later. */
export const notifyOfBillsPaid = async (school: School): Promise<void> => lookForEvents(school, paid);

const paid: Source<PayerEvent<'parcela_paga'>> = {
  kind: 'parcela_paga',
  overlapMs: DAY_MS,
  atOnce: AT_ONCE,
  next: async ({ db }, { after, until }, place) => {
    const rows = await db
      .selectFrom('parcelas')
      .select(['id', 'pago_em as at'])
      .where('pago_em', '>', after)
      .where('pago_em', '<=', until)
      .where(isAfter('pago_em', 'id', place))
      .orderBy('pago_em')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    return rows.map(({ id, at }) => ({ id, at: at ?? '' }));
  },
  find: async (school, { until }, ids) => {
    const rows = await billsWithOwner(school)
      .where('parcelas.id', 'in', ids)
      .where('parcelas.status', '=', 'paga')
      .where(isNew('parcela_paga', 'parcelas.user_id', about))
      .where(isSwitchedOn('parcela_paga', 'parcelas.user_id'))
      .execute();
    // A bill of zero was settled automatically.
    const paid = rows.filter((row) => !isPaidOfNothing(row));
    const basisFor = await lateFeeBasesOf(school, school.db, rows, new Date(until));
    return Promise.all(
      paid.map((row) => {
        const basis = basisFor(row);
        const { total: centavos } = amountDue(row, basis);
        const params = { descricao: row.descricao, centavos, path: pageOf(school, row) };
        return forPayer(school, 'parcela_paga', { row, today: basis.today, params });
      }),
    );
  },
  write: notifyPayers,
};

/** Notifies of a payment in the transaction that records it: it may be weeks old, and the job looks back only a day. */
export async function notifyOfPayment(school: School, tx: Db, billId: number): Promise<void> {
  const at = school.now();
  const until = at.toISOString();
  // Only the transaction sees the payment.
  const here = { ...school, db: tx as School['db'] };
  await notifyPayers(tx, at, await paid.find(here, { after: until, until }, [billId]));
}

/** Allows a notice for the next payment of a bill, because the office reverted this one. */
export async function forgetPayment(tx: Db, { id, user_id }: { id: number; user_id: number }): Promise<void> {
  const chave = keyOf('parcela_paga', id);
  const undone = `${chave}:desfeito:${randomUUID()}`;
  await tx
    .updateTable('notices')
    .set({ chave: undone })
    .where('user_id', '=', user_id)
    .where('chave', '=', chave)
    .execute();
  await tx.updateTable('deliveries').set({ key: undone }).where('key', '=', chave).execute();
}

/** Bills with the data for their notices and their owner. */
export const billsWithOwner = ({ db }: School) =>
  db
    .selectFrom('parcelas')
    .innerJoin('users', 'users.id', 'parcelas.user_id')
    .leftJoin('companies', 'companies.id', 'parcelas.company_id')
    .leftJoin('charge_items', (join) =>
      join
        .onRef('charge_items.charge_id', '=', 'parcelas.charge_id')
        .onRef('charge_items.parcela_id', '=', 'parcelas.id'),
    )
    .selectAll('parcelas')
    .select(['users.full_name', 'users.birth_date', 'users.guardian', 'companies.timezone'])
    .select('charge_items.valor_centavos as cobrado_centavos')
    .select(['charge_items.multa_centavos as cobrado_multa', 'charge_items.juros_centavos as cobrado_juros']);

type Row = Awaited<ReturnType<ReturnType<typeof billsWithOwner>['execute']>>[number];

interface News<Kind extends ForPayer> {
  row: Row;
  today: string;
  params: NoticeParams[Kind];
}

/** The owner reads it in the portal. A guardian gets a link, since accounts do not show another person's bills. */
export async function forPayer<Kind extends ForPayer>(
  school: School,
  kind: Kind,
  { row, today, params }: News<Kind>,
): Promise<PayerEvent<Kind>> {
  const { id, user_id, full_name, birth_date, guardian, cambio_id } = row;
  const owner = { id: user_id, birth_date, guardian };
  const isLinked = cambio_id === null && isMinor(owner.birth_date, today);
  // Signed here: a longer transaction would block all writers.
  const path = isLinked ? routes.pay((await makeLink(school, id)).token) : routes.dashboard();
  const forGuardian = { ...params, de: full_name, path };
  return { userId: user_id, kind, about: String(id), params, owner, today, forGuardian };
}

function pageOf({ customers }: School, row: Row): string {
  const sold = purposeOf(row);
  return sold ? customers.bills[sold.kind].pageOf(sold.id) : routes.finance.home('pagas');
}
