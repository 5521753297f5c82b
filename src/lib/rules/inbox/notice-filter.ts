import type { NoticeCategory } from '#lib/contract/inbox.schema.ts';
import { relativeDay } from '#lib/format/dates.ts';
import { oneOf, pageIn } from '../lists/search-fields.ts';

export const NOTICES_PAGE = 20;
export const NOTICE_CATEGORIES = [
  'aula',
  'financeiro',
  'clube',
  'pedido',
  'campanha',
  'aviso',
] as const satisfies readonly NoticeCategory[];

/** The filter in an address of the notice centre; invalid values are ignored. */
export function readNoticeFilter(search: URLSearchParams): { category?: NoticeCategory; page: number } {
  return { category: oneOf(search, 'categoria', NOTICE_CATEGORIES), page: pageIn(search) };
}

/** Notices grouped by the day of their arrival, in their order. */
export function noticesByDay<Notice extends { created_at: string }>(
  notices: readonly Notice[],
  now: Date,
  timeZone: string,
): { day: string; notices: Notice[] }[] {
  const days: { day: string; notices: Notice[] }[] = [];
  for (const notice of notices) {
    const day = relativeDay(notice.created_at, now, timeZone);
    const last = days.at(-1);
    if (last?.day === day) last.notices.push(notice);
    else days.push({ day, notices: [notice] });
  }
  return days;
}
