import { isBirthDate } from './birth-date.ts';

export const POINTS_PAGE = 25;

const kinds = ['credito', 'debito'] as const;
/** The rule for days of birth, without its end: a day of the calendar. */
const isDay = (text: string) => isBirthDate(text, '9999-12-31');

/** What an address of the statement of points asks for; what makes no sense is left out, so that no address is broken. */
export function readPointsFilter(search: URLSearchParams) {
  const day = (name: string) => {
    const text = search.get(name) ?? '';
    return isDay(text) ? text : undefined;
  };
  const after = search.get('depois') ?? '';
  return {
    filter: { tipo: kinds.find((each) => each === search.get('tipo')), de: day('de'), ate: day('ate') },
    /** The last entry of the page before. */
    after: /^[1-9]\d{0,8}$/.test(after) ? Number(after) : undefined,
  };
}

export type PointsFilter = ReturnType<typeof readPointsFilter>['filter'];
