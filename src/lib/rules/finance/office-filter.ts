/** The student in the query of an office finance page; empty: none. */
export const studentIn = (search: URLSearchParams): string =>
  /^[1-9]\d{0,8}$/.exec(search.get('aluno') ?? '')?.[0] ?? '';
