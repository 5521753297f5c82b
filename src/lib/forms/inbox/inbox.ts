import { partOf } from '#lib/api/part.ts';
import { unsubscribe } from '#lib/contract/devices.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { NOTICE_CATEGORIES } from '#lib/rules/inbox/notice-filter.ts';
import { safeNext } from '#lib/rules/routes/next-path.ts';
import type { Sent, Verb } from '../submit.ts';

/** Opens a notice and marks it as read. The link opens even if marking fails. */
export const openNotice: Verb = async ({ api, values: { aviso, para } }) => {
  await partOf(api.inbox.markNoticeRead({ id: aviso ?? '' }));
  return safeNext(para) ?? routes.notices.list();
};

export const readAll: Verb = async ({ api }) => {
  await api.inbox.markAllNoticesRead();
  return routes.notices.list({ feito: 'lidos' });
};

/** Switches the school’s messages by mail on or off through a mailed link, without a login. */
export const chooseMails =
  (token: string, recebe: boolean): Verb<AnswerOf<'inbox.setMailChoice'>> =>
  async ({ api }) => ({ done: await api.inbox.setMailChoice({ token, recebe }) });

/** Saves which categories send a push, and when. */
export const savePreferences: Verb = async ({ api, form, values }) => {
  const checked = new Set(form.getAll('categoria'));
  const chosen = Object.fromEntries(NOTICE_CATEGORIES.map((category) => [category, checked.has(category)]));
  // The form shows only the options that the user’s rights allow; no others are sent.
  const { equipe: own, resumo } = await api.inbox.getNoticePreferences();
  const work = new Set(form.getAll('equipe'));
  const mails = new Set(form.getAll('por_email'));
  const body = {
    ...chosen,
    falta: form.has('falta'),
    // Only guardians see this option.
    ...(form.has('de_filhos') && { filhos: form.has('filhos') }),
    email: mails.has('email'),
    ...(resumo !== null && { resumo: mails.has('resumo') }),
    equipe: Object.fromEntries(own.map(({ kind }) => [kind, work.has(kind)])),
    quiet: quietIn(values),
  };
  await api.inbox.updateNoticePreferences(body);
  return routes.notices.preferences({ feito: 'salvo' });
};

/** Removes a device from the list of those that get notifications. */
export const removeDevice: Verb = async ({ api, values: { aparelho } }) => {
  await api(unsubscribe, { params: { id: aparelho ?? '' } });
  return routes.notices.preferences({ feito: 'aparelho' });
};

/** Requests the code that the user sends from their own WhatsApp. */
export const startWhatsapp: Verb = async ({ api }) => {
  await api.whatsapp.startOwnWhatsapp({});
  return `${routes.notices.preferences()}#whatsapp`;
};

export const stopWhatsapp: Verb = async ({ api }) => {
  await api.whatsapp.stopOwnWhatsapp({});
  return routes.notices.preferences({ feito: 'whatsapp' });
};

/** Equal hours mean no quiet hours. */
const quietIn = ({ silencio, de = '', ate = '' }: Sent['values']) =>
  silencio === 'nunca' ? { de: '00:00', ate: '00:00' } : { de, ate };
