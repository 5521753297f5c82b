import type * as staff from '#lib/contract/finance-staff.ts';
import { downloadReceiptOf } from '../documents/download-receipt.ts';
import type { Routes } from '../http/handler.ts';
import { downloadMonthClose } from './month-csv.ts';
import { billInReach } from './school-bills.ts';

export const financeStaffRoutes: Routes<typeof staff> = {
  downloadSchoolReceipt: async ({ params }, ctx) =>
    downloadReceiptOf(ctx, await billInReach(ctx.db, ctx.reach, params.id)),
  downloadMonthClose: ({ query }, ctx) => downloadMonthClose(ctx, query),
};
