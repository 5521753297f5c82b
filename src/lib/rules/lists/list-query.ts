import { oneOf, pageIn } from './search-fields.ts';

export const LIST_PAGE = 20;
/**
 * A list counts up to this many entries; a larger `total` means that there are more. A search returns at most this many.
 */
export const MAX_COUNTED = 500;
/** The longest text to search for. */
export const MAX_SEARCH = 80;

/** The filter in an address of a list; invalid values are ignored, so that every address works. */
export function readListQuery<State extends string = never>(
  search: URLSearchParams,
  states: readonly State[] = [],
): { state: State | null; q: string; page: number; offset: number } {
  const page = pageIn(search);
  return {
    state: oneOf(search, 'estado', states) ?? null,
    q: (search.get('q') ?? '').trim().slice(0, MAX_SEARCH),
    page,
    offset: (page - 1) * LIST_PAGE,
  };
}
