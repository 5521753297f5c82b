import { MB } from '../format/limits.ts';
import type { PublicCall } from './core.ts';
import type { calls as S } from './whatsapp.schema.ts';

export const verifyWhatsappWebhook: PublicCall<typeof S.verifyWhatsappWebhook> = {
  method: 'GET',
  path: 'portal/whatsapp/webhooks/{numero}/',
  auth: 'none',
  result: 'file',
};
export const receiveWhatsappWebhook: PublicCall<typeof S.receiveWhatsappWebhook> = {
  method: 'POST',
  path: 'portal/whatsapp/webhooks/{numero}/',
  auth: 'none',
  maxBytes: 3 * MB,
};
