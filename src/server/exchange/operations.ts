import { PageQuery } from '#lib/contract/shapes.schema.ts';
import { operation } from '../http/operation.ts';
import { user } from '../http/who.ts';
import { presentPayment } from './present.ts';
import { countPayments, lastCharges, ownPayments } from './queries.ts';

/** What the area offers. */
export const exchangeOperations = {
  /** Own exchange payments, the latest first. */
  listExchangePayments: operation({
    who: user,
    does: 'reads',
    connected: 'money',
    input: PageQuery,
    run: async ({ limit, offset }, { db, session, now }) => {
      const [rows, total] = await Promise.all([
        ownPayments(db, session.userId, limit, offset),
        countPayments(db, session.userId),
      ]);
      const charges = await lastCharges(db, rows);
      const items = rows.map((row) => presentPayment(row, charges.get(row.parcela_id), now()));
      return { items, total, limit, offset };
    },
  }),
};
