import * as finance from '#lib/contract/finance.ts';
import { dayIn } from '#lib/registration.ts';
import { requireFullScope } from '../http/access.ts';
import { allLater, type Routes } from '../http/handler.ts';
import { presentFinance } from './present.ts';
import { contractsOf, instalmentsOf } from './queries.ts';

export const financeRoutes: Routes<typeof finance> = {
  ...allLater(finance),
  getFinance: async (_input, { db, session, now, config }) => {
    requireFullScope(session);
    const [contracts, instalments] = await Promise.all([
      contractsOf(db, session.userId),
      instalmentsOf(db, session.userId),
    ]);
    return presentFinance(contracts, instalments, dayIn(config.SCHOOL_TIME_ZONE, now()));
  },
};
