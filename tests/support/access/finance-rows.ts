import { managed, manager, own, secret, self } from './rows.ts';
import type { Things } from './things.ts';

/** Well formed, but nobody's. */
const SECRET = 'a'.repeat(43);
const TXID = 'a'.repeat(35);

/** Who may send the calls about bills and payments. */
export const financeRows = (things: Things) => ({
  'finance.cancelBoleto': own({ id: things.bill }, { but: { visitor: 404 } }),
  'finance.cancelSchoolBill': managed({ id: things.paid }),
  'finance.cancelSchoolBoleto': managed({ id: things.paid }),
  'finance.createContract': managed({}, { body: { user_id: things.owner } }),
  'finance.discountBill': managed({ id: things.paid }),
  'finance.downloadLinkReceipt': secret({ token: SECRET }),
  'finance.downloadMonthClose': manager({}, { query: { mes: '2026-01' } }),
  'finance.downloadReceipt': own({ parcela_id: things.paid }),
  'finance.downloadSchoolReceipt': managed({ id: things.paid }),
  'finance.downloadStatement': self(),
  'finance.drawQrCode': secret({ txid: TXID }),
  'finance.getBill': secret({ token: SECRET }),
  'finance.getFinance': self(),
  'finance.getMonthClose': manager({}, { query: { mes: '2026-01' } }),
  'finance.getPaymentLink': own({ parcela_id: things.bill }),
  'finance.getProofLimits': manager(),
  'finance.getSchoolBill': managed({ id: things.bill }),
  'finance.getSchoolBillLink': managed({ id: things.bill }),
  'finance.issueBoleto': own({ id: things.bill }, { but: { visitor: 404 } }),
  'finance.listBills': own({}, { query: { ids: things.bill } }),
  'finance.listPayWays': self(),
  'finance.listPaymentAccounts': manager(),
  'finance.listSchoolBills': manager(),
  'finance.listSchoolTerms': manager(),
  'finance.listTransactions': self(),
  'finance.moveDueDay': managed({ id: things.paid }),
  'finance.noteRefund': managed({ id: things.bill }),
  'finance.openCardPage': own({ id: things.bill }),
  'finance.payAtCounter': managed({ id: things.paid }),
  'finance.payWithCard': own({ id: things.bill }, { body: { card: things.card }, but: { visitor: 404 } }),
  'finance.payWithPix': own({ id: things.bill }, { but: { visitor: 404 } }),
  'finance.previewSchoolTerms': managed({ id: 101 }, { query: { a_partir_de: '2030-01-01' } }),
  'finance.receivePaymentWebhook': secret({ provider: 'none' }),
  'finance.receivePixCallback': secret({ conta: 'none', chave: 'nothing-that-opens-anything' }),
  'finance.refundSchoolBill': managed({ id: things.bill }),
  'finance.renegotiateBills': managed({}, { body: { parcela_ids: [things.paid] } }),
  'finance.reopenBill': managed({ id: things.bill }),
  'finance.undoCounterPayment': managed({ id: things.bill }),
  'finance.updateProofLimits': manager({}, { body: { centavos: 20_000, pontos: 2_000 } }),
  'finance.updateSchoolTerms': managed({ id: 101 }),
});
