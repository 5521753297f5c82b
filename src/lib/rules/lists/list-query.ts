import { oneOf, pageIn } from './search-fields.ts';

export const LIST_PAGE = 20;
/** A list counts its entries up to here; a larger `total` says that there are more. A search brings no more than this. */
export const MAX_COUNTED = 500;
/** The longest text to search for. */
export const MAX_SEARCH = 80;

/** The filter in an address of a list; senseless values are left out, so that no address is broken. */
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
