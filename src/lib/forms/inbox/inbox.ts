import type { PageSession } from '#gateway/page-session.ts';
import { ApiError, type Client } from '#lib/api/client.ts';
import { unsubscribe } from '#lib/contract/devices.ts';
import type { NoticeKind } from '#lib/contract/inbox.schema.ts';
import {
  markAllNoticesRead,
  markNoticeRead,
  updateNoticeKind,
  updateNoticePreferences,
  updateSchoolQuiet,
} from '#lib/contract/inbox.ts';
import { routes } from '#lib/routes.ts';
import { type RefusedForm, textsOf } from '#lib/rules/forms/refused-form.ts';
import { NOTICE_CATEGORIES } from '#lib/rules/inbox/notice-filter.ts';
import { safeNext } from '#lib/rules/routes/next-path.ts';
import { noticeMessages } from '#lib/words/inbox.ts';

type Outcome = { redirect: string } | { problem: string };

/** Takes the forms of the notice centre: one opens a notice, which reads it; the other reads all. */
export async function takeNotices({ api }: Pick<PageSession, 'api'>, form: FormData): Promise<Outcome> {
  const { aviso, para } = textsOf(form);
  if (aviso !== undefined) {
    // Whatever became of the mark, the reader wants to get there.
    await api(markNoticeRead, { params: { id: aviso } }).catch(unlessRefused);
    return { redirect: safeNext(para) ?? routes.notices.list() };
  }
  try {
    await api(markAllNoticesRead);
    return { redirect: routes.notices.list({ feito: 'lidos' }) };
  } catch (error) {
    unlessRefused(error);
    return { problem: noticeMessages.notRead };
  }
}

/** Takes the forms of the preferences: what is pushed and when, and a device that is to get no more. */
export async function takePreferences(api: Client, form: FormData): Promise<{ redirect: string } | RefusedForm> {
  const texts = textsOf(form);
  try {
    if (texts.aparelho !== undefined) {
      await api(unsubscribe, { params: { id: texts.aparelho } });
      return { redirect: routes.notices.preferences({ feito: 'aparelho' }) };
    }
    const wanted = new Set(form.getAll('categoria'));
    await api(updateNoticePreferences, {
      body: {
        ...Object.fromEntries(NOTICE_CATEGORIES.map((category) => [category, wanted.has(category)])),
        quiet: quietIn(texts),
      },
    });
    return { redirect: routes.notices.preferences({ feito: 'salvo' }) };
  } catch (error) {
    unlessRefused(error);
    const { fields, detail } = error as ApiError;
    return {
      problem: Object.keys(fields).length > 0 ? noticeMessages.notSaved : detail || noticeMessages.notSaved,
      fields,
      values: texts,
    };
  }
}

const quietIn = ({ silencio, de = '', ate = '' }: Record<string, string>) =>
  silencio === 'nunca' ? { de: '00:00', ate: '00:00' } : { de, ate };

/** Takes the quiet hours of a manager's school. @returns what was refused, null once it is done */
export async function takeSchoolQuiet(api: Client, form: FormData): Promise<RefusedForm | null> {
  const texts = textsOf(form);
  try {
    await api(updateSchoolQuiet, { body: quietIn(texts) });
    return null;
  } catch (error) {
    unlessRefused(error);
    const { fields, detail } = error as ApiError;
    const hasFields = Object.keys(fields).length > 0;
    return { problem: hasFields ? noticeMessages.notSaved : detail || noticeMessages.notSaved, fields, values: texts };
  }
}

/** Takes a manager's switch of one kind. @returns what is wrong, null once it is done */
export async function takeKind(api: Client, form: FormData): Promise<string | null> {
  const { tipo = '', ligar } = textsOf(form);
  try {
    await api(updateNoticeKind, { params: { kind: tipo as NoticeKind }, body: { enabled: ligar === 'sim' } });
    return null;
  } catch (error) {
    unlessRefused(error);
    return (error as ApiError).detail || noticeMessages.notSaved;
  }
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
