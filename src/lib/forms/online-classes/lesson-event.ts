import { addressOf } from '#lib/api/client.ts';
import { getLessonEvent } from '#lib/contract/online-classes.ts';

/** Where a lesson downloads as an entry of a calendar. */
export const lessonEventHref = (id: number): string => addressOf(getLessonEvent, { params: { id } });
