import type { Call } from './core.ts';
import type { calls as S } from './finance-staff.schema.ts';

export const listSchoolBills: Call<typeof S.listSchoolBills> = { method: 'GET', path: 'portal/manager/finance/bills/' };
export const getSchoolBill: Call<typeof S.getSchoolBill> = {
  method: 'GET',
  path: 'portal/manager/finance/bills/{id}/',
};
export const getSchoolBillLink: Call<typeof S.getSchoolBillLink> = {
  method: 'GET',
  path: 'portal/manager/finance/bills/{id}/link/',
};
export const downloadSchoolReceipt: Call<typeof S.downloadSchoolReceipt> = {
  method: 'GET',
  path: 'portal/manager/finance/bills/{id}/receipt/',
  result: 'file',
};
export const payAtCounter: Call<typeof S.payAtCounter> = {
  method: 'POST',
  path: 'portal/manager/finance/bills/{id}/counter/',
  keyed: true,
};
export const undoCounterPayment: Call<typeof S.undoCounterPayment> = {
  method: 'POST',
  path: 'portal/manager/finance/bills/{id}/counter/undo/',
  keyed: true,
};
export const refundSchoolBill: Call<typeof S.refundSchoolBill> = {
  method: 'POST',
  path: 'portal/manager/finance/bills/{id}/refund/',
  keyed: true,
};
export const noteRefund: Call<typeof S.noteRefund> = {
  method: 'POST',
  path: 'portal/manager/finance/bills/{id}/refund/noted/',
  keyed: true,
};
export const reopenBill: Call<typeof S.reopenBill> = {
  method: 'POST',
  path: 'portal/manager/finance/bills/{id}/reopen/',
  keyed: true,
};
export const discountBill: Call<typeof S.discountBill> = {
  method: 'POST',
  path: 'portal/manager/finance/bills/{id}/discount/',
  keyed: true,
};
export const moveDueDay: Call<typeof S.moveDueDay> = {
  method: 'POST',
  path: 'portal/manager/finance/bills/{id}/due-day/',
  keyed: true,
};
export const cancelSchoolBill: Call<typeof S.cancelSchoolBill> = {
  method: 'POST',
  path: 'portal/manager/finance/bills/{id}/cancel/',
  keyed: true,
};
export const cancelSchoolBoleto: Call<typeof S.cancelSchoolBoleto> = {
  method: 'POST',
  path: 'portal/manager/finance/bills/{id}/boleto/cancel/',
  keyed: true,
};
export const createContract: Call<typeof S.createContract> = {
  method: 'POST',
  path: 'portal/manager/finance/contracts/',
  keyed: true,
};
export const renegotiateBills: Call<typeof S.renegotiateBills> = {
  method: 'POST',
  path: 'portal/manager/finance/renegotiations/',
  keyed: true,
};
export const getMonthClose: Call<typeof S.getMonthClose> = { method: 'GET', path: 'portal/manager/finance/close/' };
export const downloadMonthClose: Call<typeof S.downloadMonthClose> = {
  method: 'GET',
  path: 'portal/manager/finance/close/csv/',
  result: 'file',
  writes: true,
};
export const listSchoolTerms: Call<typeof S.listSchoolTerms> = { method: 'GET', path: 'portal/manager/finance/terms/' };
export const listPaymentAccounts: Call<typeof S.listPaymentAccounts> = {
  method: 'GET',
  path: 'portal/manager/finance/accounts/',
};
export const getProofLimits: Call<typeof S.getProofLimits> = {
  method: 'GET',
  path: 'portal/manager/finance/proof-limits/',
};
export const updateProofLimits: Call<typeof S.updateProofLimits> = {
  method: 'PUT',
  path: 'portal/manager/finance/proof-limits/',
};
export const previewSchoolTerms: Call<typeof S.previewSchoolTerms> = {
  method: 'GET',
  path: 'portal/manager/finance/terms/{id}/preview/',
};
export const updateSchoolTerms: Call<typeof S.updateSchoolTerms> = {
  method: 'PUT',
  path: 'portal/manager/finance/terms/{id}/',
};
