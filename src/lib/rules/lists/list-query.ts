import { oneOf, pageIn } from './search-fields.ts';

export const LIST_PAGE = 20;
const MAX_LENGTH = 80;

/** What an address of a list asks for; what makes no sense is left out, so that no address is broken. */
export function readListQuery<State extends string = never>(
  search: URLSearchParams,
  states: readonly State[] = [],
): { state: State | null; q: string; page: number; offset: number } {
  const page = pageIn(search);
  return {
    state: oneOf(search, 'estado', states) ?? null,
    q: (search.get('q') ?? '').trim().slice(0, MAX_LENGTH),
    page,
    offset: (page - 1) * LIST_PAGE,
  };
}
