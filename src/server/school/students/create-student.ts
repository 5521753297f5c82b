import { sql } from 'kysely';
import type { z } from 'zod';
import { birthProblem } from '#lib/rules/account/birth-date.ts';
import { emailKey } from '#lib/rules/account/email-key.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { guardianCpfWords } from '#lib/words/account-changes.ts';
import type { Db } from '../../core/db/connection.ts';
import { reachBy } from '../../core/http/access.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { requireOpenUnit } from '../../core/http/open-unit.ts';
import { conflict, forbidden, invalid } from '../../core/http/refusal.ts';
import { requireFreeCpf } from '../../identity/account/find-people.ts';
import { requireOtherGuardian } from '../../identity/account/registration-columns.ts';
import { queueWelcomes } from '../../identity/auth/queue-welcomes.ts';
import { storedWishes } from '../../identity/people/do-wishes.ts';
import { enrollApart, enrollGuardian, heldCpf, isTaken } from '../../identity/people/enroll-row.ts';
import { isProposed, lookalikesOf, propose } from '../../identity/people/propose-enrollment.ts';
import { enrollLead, requireLead } from '../leads/enroll-lead.ts';
import type { createStudentInput } from './inputs.ts';
import { unitsIn } from './queries.ts';

type Input = z.output<typeof createStudentInput>;

/**
 * Creates a student with an account inside a transaction, with the same code as an import. For a lead it is the enrolment too.
 * With `convidar` the guardian of a minor is invited too (0187). If an account without an enrolment looks like this person, the
 * data and the requested actions become a proposal under “Sem matrícula” instead.
 *
 * @param hash of a password that nobody knows
 * @throws Refusal 409 `cpf_taken` and for a number that exists or has a proposal, 422 by field, 403 for a lead without that right
 */
export async function createStudent(
  ctx: Ctx,
  tx: Db,
  { contato_id, convidar, ...input }: Input,
  hash: string,
): Promise<{ id: number | null; full_name: string }> {
  const within = { ...ctx, db: tx };
  const units = await unitsIn(tx, ctx.reach);
  const unit = units.find(({ id }) => id === input.unidade_id);
  if (!unit) throw invalid('Escolha uma unidade da sua escola.', { unidade_id: 'Escolha a unidade' });
  await requireOpenUnit(tx, unit.id);
  requireLogin(input);
  requireBirth(ctx, input.birth_date ?? null);
  requireOtherGuardian(input, { 'guardian.cpf': guardianCpfWords.isStudent });
  const contacts = contato_id ? await contactReach(ctx, tx, contato_id) : null;
  await lockUnit(tx, unit.id);
  const matricula = input.matricula || (await freeNumber(ctx, tx, unit.id));
  const { full_name } = input;
  const data = {
    full_name,
    email: input.email ?? '',
    email_key: emailKey(input.email ?? ''),
    phone: input.phone ?? null,
    cpf: input.cpf ?? null,
    birth_date: input.birth_date ?? null,
    guardian: input.guardian ? JSON.stringify(input.guardian) : null,
  };
  const row = { company_id: unit.id, escola_id: unit.escola_id, matricula, data };
  const known = await enrollGuardian(tx, row, idsOf(units), ctx.now());
  if (known === null) {
    if (data.cpf) await requireFreeCpf(tx, { id: 0, cpf: data.cpf, escolaId: unit.escola_id }, heldCpf);
    const requested = { ...data, ...storedWishes({ contato_id, convidar }) };
    const proposed = await propose(tx, { ...row, data: requested }, await lookalikesOf(tx, [data]), ctx.now());
    if (proposed === 'held') throw waiting(matricula);
    if (proposed) return { id: null, full_name };
    if (await isProposed(tx, unit.id, matricula)) throw waiting(matricula);
  }
  const id = known ?? (await enrollApart(tx, row, hash, ctx.now()));
  await audit(within, 'student-create', `user:${id}`, { depois: { full_name, matricula, unidade: unit.nome } });
  if (contato_id && contacts) await enrollLead({ ...within, reach: contacts }, tx, contato_id, id);
  if (convidar) await queueWelcomes(within, tx, [id], { own: data.email && known === null ? [id] : [] });
  return { id, full_name };
}

const idsOf = (units: readonly { id: number }[]) => units.map(({ id }) => id);

const waiting = (matricula: string) =>
  conflict(`A matrícula ${matricula} espera uma decisão em Alunos, Sem matrícula. Decida lá, ou use outro número.`);

/** The user's reach for leads, which includes this one. @throws Refusal 403 without the right, 404 */
async function contactReach({ session }: Ctx, tx: Db, leadId: number) {
  const reach = reachBy(session, ['contatos']);
  if (!reach) throw forbidden('Seu acesso não inclui Contatos. Peça a quem cuida da equipe.');
  await requireLead(tx, reach, leadId);
  return reach;
}

/** Locks a unit, so that concurrently created students get different numbers. */
const lockUnit = (tx: Db, id: number) =>
  tx.updateTable('companies').set({ nome: sql`nome` }).where('id', '=', id).execute();

/** A login needs an e-mail or a CPF. */
function requireLogin({ email, cpf }: Pick<Input, 'email' | 'cpf'>): void {
  if (email || cpf) return;
  const words = 'Informe o e-mail ou o CPF';
  throw invalid(`${words}: a pessoa entra com um deles.`, { email: words });
}

function requireBirth({ config, now }: Ctx, birthDate: string | null): void {
  const problem = birthDate && birthProblem(birthDate, dayIn(config.SCHOOL_TIME_ZONE, now()));
  if (problem) throw invalid('Data de nascimento inválida.', { birth_date: problem });
}

/** A number without a student or proposal in the unit: the year, and the portal's next number. */
async function freeNumber({ now, config }: Ctx, tx: Db, unitId: number): Promise<string> {
  const { last } = await tx
    .selectFrom('drive_users')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  const year = dayIn(config.SCHOOL_TIME_ZONE, now()).slice(0, 4);
  for (let next = Number(last ?? 0) + 1; ; next += 1) {
    const matricula = `${year}${String(next).padStart(5, '0')}`;
    const isKnown = (await isTaken(tx, { company_id: unitId, matricula })) || (await isProposed(tx, unitId, matricula));
    if (!isKnown) return matricula;
  }
}
