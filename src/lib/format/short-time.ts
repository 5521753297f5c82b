import { formatDate, formatTime } from './dates.ts';

// Apart from dates.ts: pages of students load that one.

/** `26/11, 18:00`, for a narrow column. */
export const shortTime = (instant: string, timeZone: string) =>
  `${formatDate(instant, timeZone).slice(0, 'dd/mm'.length)}, ${formatTime(instant, timeZone)}`;
