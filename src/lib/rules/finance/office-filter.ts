import { LIST_PAGE, readListQuery } from '../lists/list-query.ts';

const states = ['abertas', 'vencidas', 'pagas', 'canceladas'] as const;

/** The filter in an address of the office's list: as links keep it, and as the operation takes it. */
export function readOfficeFilter(search: URLSearchParams) {
  const { state, q, page, offset } = readListQuery(search, states);
  const matching = (name: string, shape: RegExp) => shape.exec(search.get(name) ?? '')?.[0] ?? '';
  const mes = matching('mes', /^\d{4}-(0[1-9]|1[0-2])$/);
  const unidade = matching('unidade', /^[1-9]\d{0,8}$/);
  const aluno = matching('aluno', /^[1-9]\d{0,8}$/);
  const kept = { estado: state ?? '', mes, unidade, aluno, q };
  const query = {
    limit: LIST_PAGE,
    offset,
    ...(state && { estado: state }),
    ...(mes && { mes }),
    ...(unidade && { unidade }),
    ...(aluno && { aluno }),
    ...(q && { q }),
  };
  return { kept, query, page };
}
