/** The student whom an address of the office's finance names; empty: none. */
export const studentIn = (search: URLSearchParams): string =>
  /^[1-9]\d{0,8}$/.exec(search.get('aluno') ?? '')?.[0] ?? '';
