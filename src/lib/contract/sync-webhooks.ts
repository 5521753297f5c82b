import type { Call } from './core.ts';
import type { calls as S } from './sync-webhooks.schema.ts';

const ALL = 'portal/manager/webhooks/';
const ONE = `${ALL}{id}/` as const;

export const listWebhooks: Call<typeof S.listWebhooks> = { method: 'GET', path: ALL };
export const createWebhook: Call<typeof S.createWebhook> = { method: 'POST', path: ALL };
export const getWebhook: Call<typeof S.getWebhook> = { method: 'GET', path: ONE };
export const renewWebhookSecret: Call<typeof S.renewWebhookSecret> = { method: 'POST', path: `${ONE}secret/` };
export const testWebhook: Call<typeof S.testWebhook> = { method: 'POST', path: `${ONE}test/` };
export const replayWebhook: Call<typeof S.replayWebhook> = { method: 'POST', path: `${ONE}replay/` };
export const resumeWebhook: Call<typeof S.resumeWebhook> = { method: 'POST', path: `${ONE}resume/` };
export const endWebhook: Call<typeof S.endWebhook> = { method: 'DELETE', path: ONE };
