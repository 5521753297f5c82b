import type { mailCalls as S } from './broadcasts-mails.schema.ts';
import type { Call } from './core.ts';

export const listGivenUpMails: Call<typeof S.listGivenUpMails> = { method: 'GET', path: 'portal/manager/mails/' };
export const resendMail: Call<typeof S.resendMail> = { method: 'POST', path: 'portal/manager/mails/{id}/resend/' };
export const resendMails: Call<typeof S.resendMails> = { method: 'POST', path: 'portal/manager/mails/resend/' };
