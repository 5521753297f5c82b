import type { StudentState } from '#lib/contract/students.schema.ts';
import { LIST_PAGE, readListQuery, readPlace } from '../lists/list-query.ts';

const states: readonly StudentState[] = [
  'em_dia',
  'em_atraso',
  'nao_convidado',
  'convidado',
  'abriu',
  'entrou',
  'sem_entrar',
  'sem_turma',
  'encerrado',
];

/** The filter in the address of the list: what its links keep, and what the operation takes. */
export function readStudentFilter(search: URLSearchParams) {
  const { state, q, page, offset } = readListQuery(search, states);
  const id = (name: string) => /^[1-9]\d{0,8}$/.exec(search.get(name) ?? '')?.[0];
  const [unidade, turma, livro] = [id('unidade'), id('turma'), id('livro')];
  const kept = { estado: state ?? undefined, unidade, turma, livro, q };
  const filter = {
    ...(q && { q }),
    ...(state && { estado: state }),
    ...(unidade && { unidade }),
    ...(turma && { turma }),
    ...(livro && { livro }),
  };
  return { kept, filter, state, page, query: { ...filter, limit: LIST_PAGE, offset, ...readPlace(search) } };
}
