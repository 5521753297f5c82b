import type { Call, PublicCall } from './core.ts';
import type { calls as S } from './finance.schema.ts';

export * from './finance-staff.ts';

export const getFinance: Call<typeof S.getFinance> = { method: 'GET', path: 'at-home/financeiro/' };
export const payWithPix: PublicCall<typeof S.payWithPix> = {
  method: 'GET',
  path: 'financeiro-parcelas/{id}/cobranca/execute/pix/portal/',
  host: 'drive',
  auth: 'none',
  writes: true,
};
export const payWithCard: PublicCall<typeof S.payWithCard> = {
  method: 'POST',
  path: 'financeiro-parcelas/{id}/cobranca/execute/cartao-credito/portal/',
  host: 'drive',
  auth: 'none',
  keyed: true,
};
export const receivePaymentWebhook: PublicCall<typeof S.receivePaymentWebhook> = {
  method: 'POST',
  path: 'portal/payments/webhooks/{provider}/',
  auth: 'none',
};
export const receivePixCallback: PublicCall<typeof S.receivePixCallback> = {
  method: 'POST',
  path: 'portal/payments/webhooks/{conta}/{chave}/pix/',
  auth: 'none',
};
export const drawQrCode: PublicCall<typeof S.drawQrCode> = {
  method: 'GET',
  path: 'portal/pix/{txid}/qr/',
  auth: 'none',
  result: 'file',
};
export const downloadReceipt: Call<typeof S.downloadReceipt> = {
  method: 'GET',
  path: 'portal/receipts/{parcela_id}/',
  result: 'file',
};
export const downloadLinkReceipt: PublicCall<typeof S.downloadLinkReceipt> = {
  method: 'GET',
  path: 'portal/bills/{token}/receipt/',
  auth: 'none',
  result: 'file',
};
export const downloadStatement: Call<typeof S.downloadStatement> = {
  method: 'GET',
  path: 'portal/transactions/csv/',
  result: 'file',
};
