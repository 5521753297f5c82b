import { formatDay } from '#lib/format/dates.ts';
import { weekdays } from '#lib/format/schedule.ts';
import { weekdayOf } from '../time/days.ts';
import { dayIn, weekdayIn } from '../time/zones.ts';

/** The maximum in one row on a phone. */
const MAX_DAYS = 7;

interface Offer {
  inicio: string;
  mesma_unidade: boolean;
}

export interface OfferDay<Lesson> {
  /** `YYYY-MM-DD` */
  day: string;
  /** `ter` */
  name: string;
  /** `terça-feira, 24/11` */
  words: string;
  /** By their hours. */
  lessons: Lesson[];
}

/**
 * Lessons that may replace a missed one, by day: at most seven days. Days with a lesson of the missed unit are preferred,
 * then the nearest. The result is in order of days.
 */
export function offerDays<Lesson extends Offer>(offers: readonly Lesson[], timeZone: string): OfferDay<Lesson>[] {
  const days = Map.groupBy(offers, ({ inicio }) => dayIn(timeZone, new Date(inicio)));
  const hasUnit = (day: string) => (days.get(day) ?? []).some(({ mesma_unidade }) => mesma_unidade);
  return [...days.keys()]
    .sort((a, b) => Number(hasUnit(b)) - Number(hasUnit(a)) || a.localeCompare(b))
    .slice(0, MAX_DAYS)
    .sort()
    .map((day) => {
      const lessons = (days.get(day) ?? []).toSorted((a, b) => a.inicio.localeCompare(b.inicio));
      const weekday = weekdayIn(timeZone, new Date(lessons[0]?.inicio ?? day));
      const words = `${weekday}, ${formatDay(day).slice(0, 5)}`;
      return { day, name: weekdays[weekdayOf(day)] ?? '', words, lessons };
    });
}
