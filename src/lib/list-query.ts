export const LIST_PAGE = 20;
const LONGEST = 80;
const LAST_PAGE = 1_000;

/** What an address of a list asks for; what makes no sense is left out, so that no address is broken. */
export function readListQuery<State extends string = never>(
  search: URLSearchParams,
  states: readonly State[] = [],
): { state: State | null; q: string; page: number; offset: number } {
  const number = Math.trunc(Number(search.get('pagina') ?? 1));
  const page = Number.isFinite(number) ? Math.min(Math.max(number, 1), LAST_PAGE) : 1;
  return {
    state: states.find((each) => each === search.get('estado')) ?? null,
    q: (search.get('q') ?? '').trim().slice(0, LONGEST),
    page,
    offset: (page - 1) * LIST_PAGE,
  };
}
