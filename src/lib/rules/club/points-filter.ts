import { dayField, oneOf } from '../lists/search-fields.ts';

export const POINTS_PAGE = 25;

const kinds = ['credito', 'debito'] as const;

/** The filter in an address of the statement of points. */
export function readPointsFilter(search: URLSearchParams) {
  const after = search.get('depois') ?? '';
  return {
    filter: { tipo: oneOf(search, 'tipo', kinds), de: dayField(search, 'de'), ate: dayField(search, 'ate') },
    /** The last entry of the page before. */
    after: /^[1-9]\d{0,8}$/.test(after) ? Number(after) : undefined,
  };
}

export type PointsFilter = ReturnType<typeof readPointsFilter>['filter'];
