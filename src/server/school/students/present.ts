import type { InviteState } from '#lib/words/students.ts';
import type { classesOf, eventsOf, StudentRow } from './queries.ts';

type Invited = Pick<StudentRow, 'last_seen_at' | 'asked_at' | 'waits_since' | 'mailed_at' | 'printed_at' | 'opened_at'>;

/** How far a person came. A mail that waits behind an earlier one does not hide what came of that one. */
function inviteStateOf(row: Invited): InviteState {
  if (row.last_seen_at !== null) return 'entrou';
  if (row.asked_at === null) return 'nao_convidado';
  if (row.opened_at !== null) return 'abriu';
  return row.mailed_at === null && row.printed_at === null ? 'na_fila' : 'convidado';
}

/** @param late how many late bills; null: the reader does not see bills */
export const presentStudent = (
  row: StudentRow,
  groups: Awaited<ReturnType<typeof classesOf>>,
  late: number | null,
) => ({
  id: row.id,
  full_name: row.full_name,
  foto_url: row.avatar_url,
  email: row.email,
  phone: row.phone,
  matricula: row.matricula,
  unidade: { id: row.unit_id, nome: row.unidade },
  // Those that go on.
  turmas: groups.filter(({ user_id }) => user_id === row.id).map(({ id, nome, livro }) => ({ id, nome, livro })),
  ultimo_acesso: row.last_seen_at,
  convite: inviteStateOf(row),
  bloqueado: row.is_blocked,
  encerrado_em: row.encerrado_em,
  parcelas_vencidas: late,
});

export type Student = ReturnType<typeof presentStudent>;

export const presentEvent = (
  row: Awaited<ReturnType<typeof eventsOf>>[number],
  names: ReadonlyMap<number, string>,
) => ({
  id: row.id,
  tipo: row.kind,
  em: row.created_at,
  quem: row.quem,
  de: row.de,
  para: row.para,
  motivo: row.motivo,
  turmas: (JSON.parse(row.turmas) as number[]).flatMap((id) => names.get(id) ?? []),
  desfeito_em: row.desfeito_em,
});
