import { managed, manager, own, secret, self } from './rows.ts';
import type { Things } from './things.ts';

/** Well formed, but nobody's. */
const SECRET = 'a'.repeat(43);
const TXID = 'a'.repeat(35);

/** Who may send the calls about bills and payments. */
export const financeRows = (things: Things) => ({
  'finance.downloadLinkReceipt': secret({ token: SECRET }),
  'finance.downloadMonthClose': manager({}, { query: { mes: '2026-01' } }),
  'finance.downloadReceipt': own({ parcela_id: things.paid }),
  'finance.downloadSchoolReceipt': managed({ id: things.paid }),
  'finance.downloadStatement': self(),
  'finance.drawQrCode': secret({ txid: TXID }),
  'finance.getFinance': self(),
  'finance.getPaymentLink': own({ parcela_id: things.bill }),
  'finance.payWithCard': own({ id: things.bill }, { body: { card: things.card }, but: { visitor: 404 } }),
  'finance.payWithPix': own({ id: things.bill }, { but: { visitor: 404 } }),
  'finance.receivePaymentWebhook': secret({ provider: 'none' }),
  'finance.receivePixCallback': secret({ conta: 'none', chave: 'nothing-that-opens-anything' }),
});
