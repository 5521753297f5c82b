import type * as staff from '#lib/contract/finance-staff.ts';
import { routes } from '#lib/routes.ts';
import { downloadReceiptOf } from '../documents/download-receipt.ts';
import { within } from '../http/access.ts';
import type { Routes } from '../http/handler.ts';
import { ownBrand, publicUrl } from '../http/public-url.ts';
import { accountState, accountsInUse } from './account-states.ts';
import { requireWay } from './accounts.ts';
import { cancelSchoolBoleto } from './cancel-boleto.ts';
import { cancelSchoolBill, discountBill, moveDueDay } from './change-bill.ts';
import { readProofLimits, updateProofLimits } from './change-proof-limits.ts';
import { listSchoolBills } from './list-school-bills.ts';
import { createContract, renegotiateBills } from './make-plans.ts';
import { readMonthClose } from './month-close.ts';
import { downloadMonthClose } from './month-csv.ts';
import { payAtCounter, undoCounterPayment } from './pay-at-counter.ts';
import { makeLink, refuseQuoted } from './payer.ts';
import { refuseClosed } from './pix-charge.ts';
import { schoolOf } from './queries.ts';
import { readSchoolBill } from './read-school-bill.ts';
import { noteRefund, refundSchoolBill, reopenBill } from './refund-bill.ts';
import { billInReach } from './school-bills.ts';
import { listSchoolTerms, previewSchoolTerms, updateSchoolTerms } from './school-terms.ts';

/** A page of the panel waits no longer for banks. */
const WAIT_MS = 2_000;

export const financeStaffRoutes: Routes<typeof staff> = {
  listSchoolBills: ({ query }, ctx) => listSchoolBills(ctx, query),
  getSchoolBill: ({ params, query }, ctx) => readSchoolBill(ctx, params.id, query.dia),
  getSchoolBillLink: async ({ params }, ctx) => {
    const bill = await billInReach(ctx.db, ctx.reach, params.id);
    refuseQuoted(bill);
    refuseClosed([bill]);
    await requireWay(ctx, bill);
    const { token, expira_em } = await makeLink(ctx, params.id);
    const brand = (await schoolOf(ctx.db, bill.unit_id))?.marca ?? ownBrand(ctx);
    return { url: publicUrl(ctx.config, brand) + routes.pay(token), expira_em };
  },
  downloadSchoolReceipt: async ({ params }, ctx) =>
    downloadReceiptOf(ctx, await billInReach(ctx.db, ctx.reach, params.id)),
  payAtCounter: ({ params, body }, ctx) => payAtCounter(ctx, params.id, body),
  undoCounterPayment: ({ params, body }, ctx) => undoCounterPayment(ctx, params.id, body),
  refundSchoolBill: ({ params, body }, ctx) => refundSchoolBill(ctx, params.id, body),
  noteRefund: ({ params, body }, ctx) => noteRefund(ctx, params.id, body),
  reopenBill: ({ params, body }, ctx) => reopenBill(ctx, params.id, body),
  discountBill: ({ params, body }, ctx) => discountBill(ctx, params.id, body),
  moveDueDay: ({ params, body }, ctx) => moveDueDay(ctx, params.id, body),
  cancelSchoolBill: ({ params, body }, ctx) => cancelSchoolBill(ctx, params.id, body),
  cancelSchoolBoleto: ({ params, body }, ctx) => cancelSchoolBoleto(ctx, params.id, body),
  createContract: async ({ body }, ctx) => createContract(ctx, body),
  renegotiateBills: async ({ body }, ctx) => renegotiateBills(ctx, body),
  listSchoolTerms: (_input, ctx) => listSchoolTerms(ctx),
  listPaymentAccounts: async (_input, ctx) => {
    const rows = await accountsInUse(ctx.db).$call(within(ctx.reach)).execute();
    return Promise.all(rows.map((row) => accountState(ctx, row, WAIT_MS)));
  },
  getProofLimits: (_input, ctx) => readProofLimits(ctx),
  updateProofLimits: ({ body }, ctx) => updateProofLimits(ctx, body),
  previewSchoolTerms: ({ params, query }, ctx) => previewSchoolTerms(ctx, params.id, query.a_partir_de),
  updateSchoolTerms: ({ params, body }, ctx) => updateSchoolTerms(ctx, params.id, body),
  getMonthClose: ({ query }, ctx) => readMonthClose(ctx, query),
  downloadMonthClose: ({ query }, ctx) => downloadMonthClose(ctx, query),
};
