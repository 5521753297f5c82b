import { z } from 'zod';
import * as contract from '#lib/contract/finance.ts';
import { CloseQuery, ReauthenticationLimits } from '#lib/contract/finance-staff.schema.ts';
import { Day, IdParam, OneId, UndoToken } from '#lib/contract/shapes.schema.ts';
import { within } from '../../core/http/access.ts';
import { endpoint, operation, staffOperation } from '../../core/http/operation.ts';
import { ownBrand } from '../../core/http/public-url.ts';
import { staff, staffOfWholeSchool } from '../../core/http/who.ts';
import { downloadReceipt } from '../documents/receipt.ts';
import { accountState, accountsInUse } from './accounts.ts';
import { endSchoolAuthorization, setAutomaticPix } from './automatic-pix.ts';
import { cancelSchoolBill, discountBill, moveDueDay } from './bill.ts';
import { listSchoolBills } from './bill-list.ts';
import { cancelSchoolBoleto } from './boleto.ts';
import { pauseReminders, promiseBills, undoReminderHolds } from './hold-reminders.ts';
import {
  createContractInput,
  discountBillInput,
  listSchoolBillsInput,
  newDueDayInput,
  noteRefundInput,
  pauseRemindersInput,
  payAtCounterInput,
  promiseBillsInput,
  reasonedInput,
  refundSchoolBillInput,
  remindBillsInput,
  renegotiateBillsInput,
  updateAgreementTermsInput,
  updateReminderStepInput,
  updateSchoolTermsInput,
} from './inputs.ts';
import { createContract, renegotiateBills } from './make-plans.ts';
import { downloadMonthClose, listCashOfDay, listMonthClose } from './month-close.ts';
import { readAgreementTerms, updateAgreementTerms } from './own-agreement.ts';
import { payAtCounter, undoCounterPayment } from './pay-at-counter.ts';
import { linkToPay } from './payer.ts';
import { schoolOf } from './queries.ts';
import { readSchoolBill } from './read-school-bill.ts';
import { noteRefund, refundSchoolBill, reopenBill } from './refund-bill.ts';
import { remindBills } from './remind-bills.ts';
import { listReminderSteps, updateReminderStep } from './reminder-settings.ts';
import { billInReach } from './school-bills.ts';
import {
  listSchoolTerms,
  previewSchoolTerms,
  readReauthenticationLimits,
  updateReauthenticationLimits,
  updateSchoolTerms,
} from './school-terms.ts';

/** The operations of bills for staff. */
export const financeStaffOperations = {
  /** Bills of the units that the staff reaches, with sums over the whole filter. */
  listSchoolBills: staffOperation({
    who: staff('financeiro'),
    does: 'reads',
    connected: 'staff',
    input: listSchoolBillsInput,
    run: (query, ctx) => listSchoolBills(ctx, query),
  }),
  /** One bill with its history, for the staff. */
  getSchoolBill: staffOperation({
    who: staff('financeiro', 'bill'),
    does: 'reads',
    connected: 'staff',
    input: z.object({ id: IdParam, dia: Day.optional() }),
    run: ({ id, dia }, ctx) => readSchoolBill(ctx, id, dia),
  }),
  /** Signed payment link of a bill, for the staff to send. */
  getSchoolBillLink: staffOperation({
    who: staff('financeiro', 'bill'),
    does: 'reads',
    connected: 'staff',
    input: OneId,
    run: async ({ id }, ctx) => {
      const bill = await billInReach(ctx.db, ctx.reach, id);
      return linkToPay(ctx, bill, (await schoolOf(ctx.db, bill.unit_id))?.marca ?? ownBrand(ctx));
    },
  }),
  /** Reminds the payers of some open bills. */
  remindBills: staffOperation({
    who: staff('financeiro', 'bill'),
    does: 'writes',
    connected: 'staff',
    input: remindBillsInput,
    keyed: true,
    run: (input, ctx) => remindBills(ctx, input),
  }),
  /** Sets until when payers promised to pay some bills. */
  promiseBills: staffOperation({
    who: staff('financeiro', 'bill'),
    does: 'writes',
    connected: 'staff',
    input: promiseBillsInput,
    keyed: true,
    run: (input, ctx) => promiseBills(ctx, input),
  }),
  /** Pauses or resumes the reminders of some bills' people. */
  pauseReminders: staffOperation({
    who: staff('financeiro', 'bill'),
    does: 'writes',
    connected: 'staff',
    input: pauseRemindersInput,
    keyed: true,
    run: (input, ctx) => pauseReminders(ctx, input),
  }),
  /** Undoes the user's promises and pauses of the last minute. */
  undoReminderHolds: staffOperation({
    who: staff('financeiro'),
    does: 'writes',
    connected: 'staff',
    input: UndoToken,
    run: ({ desfazer }, ctx) => undoReminderHolds(ctx, desfazer),
  }),
  /** The reminder steps of the own school, and the payments after them. */
  listReminderSteps: staffOperation({
    who: staff('financeiro'),
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => listReminderSteps(ctx),
  }),
  /** Changes a step of reminders. */
  updateReminderStep: staffOperation({
    who: staffOfWholeSchool('financeiro'),
    does: 'writes',
    connected: 'staff',
    input: updateReminderStepInput,
    run: (input, ctx) => updateReminderStep(ctx, input),
  }),
  /** The rules of plans that payers of the own school may make themselves. */
  getAgreementTerms: staffOperation({
    who: staff('financeiro'),
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => readAgreementTerms(ctx),
  }),
  /** Sets these rules. */
  updateAgreementTerms: staffOperation({
    who: staffOfWholeSchool('financeiro'),
    does: 'writes',
    connected: 'staff',
    input: updateAgreementTermsInput,
    run: (input, ctx) => updateAgreementTerms(ctx, input),
  }),
  /** Records a payment at the counter, or a part of it. */
  payAtCounter: staffOperation({
    who: staff('financeiro', 'bill'),
    does: 'writes',
    connected: 'staff',
    input: payAtCounterInput,
    keyed: true,
    run: ({ id, ...body }, ctx) => payAtCounter(ctx, id, body),
  }),
  /** Reverts a payment at the counter, on the day on which it was recorded. */
  undoCounterPayment: staffOperation({
    who: staff('financeiro', 'bill'),
    does: 'writes',
    connected: 'staff',
    input: reasonedInput,
    reauthenticate: 'always',
    keyed: true,
    run: ({ id, ...body }, ctx) => undoCounterPayment(ctx, id, body),
  }),
  /** Refunds a paid bill. */
  refundSchoolBill: staffOperation({
    who: staff('financeiro', 'bill'),
    does: 'writes',
    connected: 'staff',
    input: refundSchoolBillInput,
    reauthenticate: 'always',
    keyed: true,
    run: ({ id, ...body }, ctx) => refundSchoolBill(ctx, id, body),
  }),
  /** Records money of a paid bill that was returned outside the portal. */
  noteRefund: staffOperation({
    who: staff('financeiro', 'bill'),
    does: 'writes',
    connected: 'staff',
    input: noteRefundInput,
    reauthenticate: 'always',
    keyed: true,
    run: ({ id, ...body }, ctx) => noteRefund(ctx, id, body),
  }),
  /** Reopens a bill whose money was fully returned. */
  reopenBill: staffOperation({
    who: staff('financeiro', 'bill'),
    does: 'writes',
    connected: 'staff',
    input: newDueDayInput,
    keyed: true,
    run: ({ id, ...body }, ctx) => reopenBill(ctx, id, body),
  }),
  /** Sets the discount of the office, and whether fine and interest are waived. */
  discountBill: staffOperation({
    who: staff('financeiro', 'bill'),
    does: 'writes',
    connected: 'staff',
    input: discountBillInput,
    reauthenticate: 'by data',
    keyed: true,
    run: ({ id, ...body }, ctx) => discountBill(ctx, id, body),
  }),
  /** Sets another due day. */
  moveDueDay: staffOperation({
    who: staff('financeiro', 'bill'),
    does: 'writes',
    connected: 'staff',
    input: newDueDayInput,
    reauthenticate: 'by data',
    keyed: true,
    run: ({ id, ...body }, ctx) => moveDueDay(ctx, id, body),
  }),
  /** Cancels an open bill. */
  cancelSchoolBill: staffOperation({
    who: staff('financeiro', 'bill'),
    does: 'writes',
    connected: 'staff',
    input: reasonedInput,
    reauthenticate: 'by data',
    keyed: true,
    run: ({ id, ...body }, ctx) => cancelSchoolBill(ctx, id, body),
  }),
  /** Ends the open boleto of a bill of any kind; an exchange ends with it. */
  cancelSchoolBoleto: staffOperation({
    who: staff('financeiro', 'bill'),
    does: 'writes',
    connected: 'staff',
    input: reasonedInput,
    keyed: true,
    run: ({ id, ...body }, ctx) => cancelSchoolBoleto(ctx, id, body),
  }),
  /** Creates a contract of a student with its bills. */
  createContract: operation({
    who: staff('financeiro', 'person'),
    does: 'writes',
    connected: 'staff',
    input: createContractInput,
    keyed: true,
    run: (body, ctx) => createContract(ctx, body),
  }),
  /** Replaces open bills of a student by a new plan. */
  renegotiateBills: operation({
    who: staff('financeiro', 'bill'),
    does: 'writes',
    connected: 'staff',
    input: renegotiateBillsInput,
    reauthenticate: 'by data',
    keyed: true,
    run: (body, ctx) => renegotiateBills(ctx, body),
  }),
  /** The late terms of the own units. */
  listSchoolTerms: operation({
    who: staff('financeiro'),
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => listSchoolTerms(ctx),
  }),
  /** The payment accounts of the own units, and whether their banks answer. */
  listPaymentAccounts: operation({
    who: staff('financeiro'),
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: async (_input, ctx) => {
      const rows = await accountsInUse(ctx.db).$call(within(ctx.reach)).execute();
      return Promise.all(rows.map((row) => accountState(ctx, row, WAIT_MS)));
    },
  }),
  /** Switches new authorizations of Pix Automático on or off for a unit. */
  setAutomaticPix: staffOperation({
    who: staff('financeiro', 'unit'),
    does: 'writes',
    connected: 'staff',
    input: z.object({ id: IdParam, ligado: z.boolean() }),
    run: (input, ctx) => setAutomaticPix(ctx, input),
  }),
  /** Ends the authorization of Pix Automático of a bill's contract. */
  endSchoolAuthorization: staffOperation({
    who: staff('financeiro', 'bill'),
    does: 'writes',
    connected: 'staff',
    input: reasonedInput,
    keyed: true,
    run: ({ id, ...body }, ctx) => endSchoolAuthorization(ctx, id, body),
  }),
  /** The amounts and points above which gifts by the own school’s staff require re-authentication. */
  getReauthenticationLimits: operation({
    who: staff('financeiro'),
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => readReauthenticationLimits(ctx),
  }),
  /** Sets these limits. */
  updateReauthenticationLimits: operation({
    who: staffOfWholeSchool('financeiro'),
    does: 'writes',
    connected: 'staff',
    input: ReauthenticationLimits,
    reauthenticate: 'always',
    run: (body, ctx) => updateReauthenticationLimits(ctx, body),
  }),
  /** How many open bills new terms would affect from a day on. */
  previewSchoolTerms: operation({
    who: staff('financeiro', 'unit'),
    does: 'reads',
    connected: 'staff',
    input: z.object({ id: IdParam, a_partir_de: Day }),
    run: ({ id, a_partir_de }, ctx) => previewSchoolTerms(ctx, id, a_partir_de),
  }),
  /** Sets the late terms of a unit for bills due from a later day on. */
  updateSchoolTerms: operation({
    who: staff('financeiro', 'unit'),
    does: 'writes',
    connected: 'staff',
    input: updateSchoolTermsInput,
    run: ({ id, ...body }, ctx) => updateSchoolTerms(ctx, id, body),
  }),
  /** Payments and refunds of a month, by day, unit and payment method. */
  listMonthClose: staffOperation({
    who: staff('financeiro'),
    does: 'reads',
    connected: 'staff',
    input: CloseQuery.omit({ dia: true }).partial({ mes: true }),
    run: (query, ctx) => listMonthClose(ctx, query),
  }),
  /** Payments and refunds at the counter on a day, with the clerk. */
  listCashOfDay: staffOperation({
    who: staff('financeiro'),
    does: 'reads',
    connected: 'staff',
    input: CloseQuery.pick({ unidade: true, dia: true }),
    run: (query, ctx) => listCashOfDay(ctx, query),
  }),
  downloadSchoolReceipt: endpoint(contract.downloadSchoolReceipt, {
    who: staff('financeiro', 'bill'),
    connected: 'staff',
    run: async ({ params }, ctx) => downloadReceipt(ctx, await billInReach(ctx.db, ctx.reach, params.id)),
  }),
  downloadMonthClose: endpoint(contract.downloadMonthClose, {
    who: staff('financeiro'),
    connected: 'staff',
    reauthenticate: 'always',
    run: ({ query }, ctx) => downloadMonthClose(ctx, query),
  }),
};

/** Max. time that a page of the panel waits for banks. */
const WAIT_MS = 2_000;
