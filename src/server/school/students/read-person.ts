import type { z } from 'zod';
import type { User } from '#lib/contract/account.schema.ts';
import { formatPhone } from '#lib/format/documents.ts';
import { guardianMessages } from '#lib/words/account.ts';
import { reachBy, within } from '../../core/http/access.ts';
import { auditView } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { Refusal } from '../../core/http/refusal.ts';
import { requireReach } from '../../identity/account/policy.ts';
import { readUser } from '../../identity/account/update-user.ts';
import { childrenAmong, isNamedGuardian, wardsOf } from '../../identity/family/children.ts';
import { readAccess } from '../../identity/people/access.ts';
import { readAudit, readUserChanges } from '../../identity/people/read-audit.ts';
import { readDelivery } from '../../identity/people/read-delivery.ts';
import { listSchoolBills } from '../../money/finance/bill-list.ts';
import { readLinkedBooks } from '../../study/books/read-books.ts';
import { classMessageLines } from '../../study/pedagogico/class-message-lines.ts';
import { worksOfStudent } from '../../study/teaching/handed-in.ts';
import { leadsOfPerson } from '../leads/find-leads.ts';
import type { getPersonInput } from './inputs.ts';
import { seesBillsOf } from './list-students.ts';
import { readStudent } from './read-student.ts';

const BILLS_SHOWN = 6;
const CHANGES_SHOWN = 5;
const NOT_FOUND = 404;

/**
 * The record of a person, limited by the reader's rights. The view is logged.
 *
 * @throws Refusal 404, also for a person of a foreign unit
 */
export async function readPerson(ctx: Ctx, { id, depois }: z.output<typeof getPersonInput>) {
  const { db, session, now } = ctx;
  await requireReach(ctx, id);
  if (id !== session.userId) await auditView(ctx, 'user-read', `user:${id}`);
  const user = await readUser(ctx, id);
  const [student, acesso, livros, isGuardian, mudancas, dinheiro, trabalhos, contatos, wards, conversas] =
    await Promise.all([
      readStudent(ctx, id).catch(noStudent),
      readAccess(ctx, id),
      readLinkedBooks(db, id),
      isNamedGuardian(db, id),
      changesOf(ctx, id),
      billsOf(ctx, id),
      worksOfStudent(ctx, id),
      leadsOfPerson(ctx, { id, ...reachedBy(user) }),
      wardsOf(db, id).$call(within(ctx.reach)).execute(),
      threadsOf(ctx, id),
    ]);
  const seen = {
    bills: seesBillsOf(ctx, user.drive_user?.company.id ?? 0),
    onlySent: !student || isGuardian || acesso.papeis.length > 0,
  };
  const avisos = await readDelivery(ctx, id, seen, depois);
  return {
    ...(student ?? withoutCourse(user, acesso.bloqueado)),
    /** True for a student, false for a colleague or an account without an enrolment. */
    e_aluno: student !== null,
    cadastro: {
      matricula: user.drive_user?.matricula ?? null,
      unidade: user.drive_user?.company.nome ?? null,
      no_clube: user.is_club,
      /** The name in documents, if it differs. */
      nome_civil: user.civil_name ?? null,
      menor: user.is_minor,
      desde: user.created_at,
      confirmado_em: user.updated_at,
      instalado: user.pwa_installed,
      /** The person's own telephone, formatted. */
      telefone_escrito: user.phone && formatPhone(user.phone),
      responsavel: user.guardian ? presentGuardian(user.guardian) : null,
      /** The guardian named by the family or the school, not yet confirmed. */
      responsavel_pedido: pendingGuardian(user, now()),
    },
    acesso,
    /** The students in reach whose guardian this account is. */
    alunos_de: childrenAmong(wards, { config: ctx.config, now }).map((child) => ({
      id: child.id,
      nome: child.full_name,
    })),
    livros: livros.map(({ livro, code }) => ({ nome: livro.nome || 'Livro', codigo: code })),
    avisos,
    mudancas,
    dinheiro,
    trabalhos,
    contatos,
    /** Class messages with the student, for readers with the right to classes. */
    conversas,
  };
}

/** Telephones and addresses of the person and the guardian. */
function reachedBy({ phone, email, guardian }: User) {
  const known = (values: readonly (string | null | undefined)[]) => [...new Set(values.flatMap((each) => each || []))];
  return {
    phones: known([phone, guardian?.phone]),
    emails: known([email, guardian?.email].flatMap((each) => [each, each?.toLowerCase()])),
  };
}

const presentGuardian = ({ full_name, relation, phone, email }: NonNullable<User['guardian']>) => ({
  ...{ nome: full_name, parentesco: relation, email, telefone: phone, telefone_escrito: formatPhone(phone) },
});

function pendingGuardian({ guardian, guardian_pending: pending }: User, now: Date): string | null {
  if (!pending) return null;
  return guardian ? guardianMessages.replacing(pending, now) : guardianMessages.named(pending.full_name);
}

function noStudent(error: unknown): null {
  if (error instanceof Refusal && error.status === NOT_FOUND) return null;
  throw error;
}

/** A person who is not a student, in the form of a student's record. */
const withoutCourse = (user: User, bloqueado: boolean): Awaited<ReturnType<typeof readStudent>> => ({
  id: user.id,
  full_name: user.full_name,
  foto_url: user.avatar_url ?? null,
  email: user.email ?? '',
  phone: user.phone,
  telefone: user.phone,
  telefone_escrito: user.phone && formatPhone(user.phone),
  telefone_de: null,
  matricula: user.drive_user?.matricula ?? '',
  unidade: { id: user.drive_user?.company.id ?? 0, nome: user.drive_user?.company.nome ?? '' },
  turmas: [],
  proxima_aula: null,
  ultimo_acesso: null,
  convite: 'entrou',
  bloqueado,
  encerrado_em: null,
  parcelas_vencidas: null,
  frequencia: null,
  atraso_centavos: null,
  parcelas_a_vencer: null,
  convidado_em: null,
  impresso_em: null,
  conta_do_responsavel: null,
  convite_do_responsavel: null,
  exclusao: null,
  historico: [],
  unidades: [],
});

/** Threads of the student in classes of the reader's units. */
async function threadsOf(ctx: Ctx, id: number) {
  const reach = reachBy(ctx.session, ['turmas']);
  return reach ? classMessageLines(ctx.db, reach, { aluno: id }) : [];
}

/** Readers with the right `equipe` see all changes, others those of the record. */
async function changesOf(ctx: Ctx, id: number) {
  const reach = reachBy(ctx.session, ['equipe']);
  if (!reach) return { items: await readUserChanges(ctx, id), todas: false };
  const query = { alvo: `user:${id}`, tipo: 'mudancas', limit: CHANGES_SHOWN } as const;
  return { items: (await readAudit({ ...ctx, reach }, query)).items, todas: true };
}

/** The first open bills, and the total of all; null without the right to see them. */
async function billsOf(ctx: Ctx, id: number) {
  const reach = reachBy(ctx.session, ['financeiro']);
  if (!reach) return null;
  const found = await listSchoolBills({ ...ctx, reach }, { estado: 'abertas', aluno: id, limit: BILLS_SHOWN });
  return { abertas: found.items, total: found.total, a_receber_centavos: found.somas.a_receber_centavos };
}
