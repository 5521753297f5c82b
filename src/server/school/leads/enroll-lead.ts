import { formatPoints } from '#lib/format/money.ts';
import { creditLead } from '../../club/credit-lead.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Reach } from '../../core/db/reach.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, invalid } from '../../core/http/refusal.ts';
import { noteEntries, scopeOf } from './queries.ts';
import { leadIn, studentsIn } from './read-lead.ts';

/** @throws Refusal 404 for a contact out of reach */
export async function requireLead(tx: Db, reach: Reach, id: number): Promise<void> {
  await leadIn(tx, await scopeOf(tx, reach), id);
}

/**
 * Records inside a transaction which student a lead became. The referral that brought the person is credited; if a rule forbids
 * that, the history says why, and the enrolment stays.
 *
 * @throws Refusal 404 for another school's lead, 409 for one that is already enrolled, 422 for a student out of reach.
 */
export async function enrollLead(ctx: Ctx, tx: Db, id: number, studentId: number): Promise<{ id: number }> {
  const { reach } = ctx;
  const lead = await leadIn(tx, await scopeOf(tx, reach), id);
  const student = await studentsIn(tx, reach)
    .select(['users.id', 'users.full_name', 'users.email', 'users.cpf', 'companies.escola_id'])
    .where('users.id', '=', studentId)
    .executeTakeFirst();
  if (!student) throw invalid('Escolha um aluno da sua escola.', { aluno_user_id: 'Escolha um aluno' });
  const at = ctx.now().toISOString();
  const moved = await tx
    .updateTable('leads')
    .set({ status: 'matriculado', aluno_user_id: student.id, motivo: null, mudou_em: at })
    .set({ proximo_em: null, proximo_hora: null, proximo_passo: null })
    .where('id', '=', id)
    .where('status', '!=', 'matriculado')
    .returning('id')
    .executeTakeFirst();
  if (!moved) throw conflict('Este contato já se matriculou.', 'lead_enrolled');
  const outcome = await creditLead(ctx, tx, {
    telefone: lead.telefone,
    email: lead.email ?? student.email,
    cpf: student.cpf,
    codigo: lead.indicacao_code,
    nome: lead.nome,
    friendId: student.id,
    escolaId: student.escola_id,
    desde: lead.enviado_em,
  });
  const texto = outcome && textOf(outcome);
  await noteEntries(tx, id, { at, por: ctx.session.userId }, [
    { kind: 'estado', status: 'matriculado', texto: student.full_name },
    ...(texto ? [{ kind: 'nota' as const, texto }] : []),
  ]);
  await audit({ ...ctx, db: tx }, 'lead-enrol', `lead:${id}`, {
    about: student.id,
    antes: { estado: lead.status },
    depois: { estado: 'matriculado' },
  });
  return { id };
}

function textOf(outcome: NonNullable<Awaited<ReturnType<typeof creditLead>>>): string {
  if ('waits' in outcome) return 'Os pontos da indicação entram sozinhos com a primeira turma ou o primeiro contrato.';
  if ('refused' in outcome) return `A indicação ficou sem pontos: ${outcome.refused}`;
  return `Indicação de ${outcome.quem}: ${formatPoints(outcome.pontos)}`;
}
