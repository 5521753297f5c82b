import { formatPhone } from '#lib/format/documents.ts';
import type { InviteState } from '#lib/words/students.ts';
import { guardianOfMinor } from '../../identity/auth/guardian-of.ts';
import type { classesOf, eventsOf, StudentRow } from './queries.ts';

type Invited = Pick<StudentRow, 'last_seen_at' | 'asked_at' | 'waits_since' | 'mailed_at' | 'printed_at' | 'opened_at'>;

/** The progress of an invitation. A newly queued mail does not hide the outcome of an earlier one. */
export function inviteStateOf(row: Invited): InviteState {
  if (row.last_seen_at !== null) return 'entrou';
  if (row.asked_at === null) return 'nao_convidado';
  if (row.opened_at !== null) return 'abriu';
  return row.mailed_at === null && row.printed_at === null ? 'na_fila' : 'convidado';
}

/** The contact for a student: the guardian of a minor, otherwise the student. */
function callOf({ guardian, birth_date, phone }: StudentRow, today: string) {
  const payer = guardianOfMinor({ guardian, birth_date }, today);
  const telefone = payer?.phone ?? phone;
  return { telefone, telefone_escrito: telefone && formatPhone(telefone), telefone_de: payer?.full_name ?? null };
}

interface Beside {
  /** The number of late bills; null if the reader may not see bills. */
  late: number | null;
  /** When the next lesson of a class begins. */
  lessons: ReadonlyMap<number, string>;
  /** `YYYY-MM-DD` */
  today: string;
}

export const presentStudent = (
  row: StudentRow,
  groups: Awaited<ReturnType<typeof classesOf>>,
  { late, lessons, today }: Beside,
) => ({
  id: row.id,
  full_name: row.full_name,
  foto_url: row.avatar_url,
  email: row.email,
  phone: row.phone,
  ...callOf(row, today),
  matricula: row.matricula,
  unidade: { id: row.unit_id, nome: row.unidade },
  // Only active classes.
  turmas: groups
    .filter(({ user_id }) => user_id === row.id)
    .map(({ id, nome, livro, enrolment_id }) => ({ id, nome, livro, turma_aluno_id: enrolment_id })),
  proxima_aula: nextOf(groups.flatMap(({ user_id, id }) => (user_id === row.id ? (lessons.get(id) ?? []) : []))),
  ultimo_acesso: row.last_seen_at,
  convite: inviteStateOf(row),
  bloqueado: row.is_blocked,
  encerrado_em: row.encerrado_em,
  parcelas_vencidas: late,
});

const nextOf = (instants: readonly string[]) => instants.toSorted()[0] ?? null;

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
