import type { ParsedInput } from '#lib/contract/core.ts';
import type * as students from '#lib/contract/students.ts';
import { birthProblem } from '#lib/rules/account/birth-date.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { requireFreeCpf } from '../account/cpf-holders.ts';
import { emailKey } from '../auth/find-accounts.ts';
import type { Db } from '../db/connection.ts';
import { reachBy } from '../http/access.ts';
import { audit } from '../http/audit.ts';
import type { Ctx } from '../http/ctx.ts';
import { forbidden, invalid } from '../http/refusal.ts';
import { enrolLead } from '../leads/enrol-lead.ts';
import { enrolApart, heldCpf } from '../people/enrol-row.ts';
import { lookalikesOf, propose } from '../people/propose-enrolment.ts';
import { queueInvitations } from './invite-students.ts';
import { unitsIn } from './queries.ts';

type Input = ParsedInput<typeof students.createStudent>['body'];

/**
 * Makes a student with an account inside a transaction: the same writer as the import's. Of a contact it is the
 * enrolment too. If an account without an enrolment looks like this person, the data waits under Sem matrícula instead.
 *
 * @param hash of a password that nobody knows
 * @throws Refusal 409 `cpf_taken` and for a known number, 422 by field, 403 for a contact without that right
 */
export async function createStudent(
  ctx: Ctx,
  tx: Db,
  { contato_id, convidar, ...input }: Input,
  hash: string,
): Promise<{ id: number | null; full_name: string }> {
  const within = { ...ctx, db: tx };
  const unit = (await unitsIn(tx, ctx.reach)).find(({ id }) => id === input.unidade_id);
  if (!unit) throw invalid('Escolha uma unidade da sua escola.', { unidade_id: 'Escolha a unidade' });
  requireLogin(input);
  requireBirth(ctx, input.birth_date ?? null);
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
  if (data.cpf) await requireFreeCpf(tx, { id: 0, cpf: data.cpf, escolaId: unit.escola_id }, heldCpf);
  if (await propose(tx, row, await lookalikesOf(tx, [data]), ctx.now())) return { id: null, full_name };
  const id = await enrolApart(tx, row, hash, ctx.now());
  await audit(within, 'student-create', `user:${id}`, { depois: { full_name, matricula, unidade: unit.nome } });
  if (contato_id) {
    const reach = reachBy(ctx.session, ['contatos']);
    if (!reach) throw forbidden('Seu acesso não inclui Contatos. Peça a quem cuida da equipe.');
    await enrolLead({ ...within, reach }, tx, contato_id, id);
  }
  if (convidar && data.email) await queueInvitations(within, tx, [id]);
  return { id, full_name };
}

/** Nobody logs in with neither. */
function requireLogin({ email, cpf }: Pick<Input, 'email' | 'cpf'>): void {
  if (email || cpf) return;
  const words = 'Informe o e-mail ou o CPF';
  throw invalid(`${words}: a pessoa entra com um deles.`, { email: words });
}

function requireBirth({ config, now }: Ctx, birthDate: string | null): void {
  const problem = birthDate && birthProblem(birthDate, dayIn(config.SCHOOL_TIME_ZONE, now()));
  if (problem) throw invalid('Data de nascimento inválida.', { birth_date: problem });
}

/** A number that no student of the unit has: the year, and the next one of the portal. */
async function freeNumber({ now, config }: Ctx, tx: Db, unitId: number): Promise<string> {
  const { last } = await tx
    .selectFrom('drive_users')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  const year = dayIn(config.SCHOOL_TIME_ZONE, now()).slice(0, 4);
  for (let next = Number(last ?? 0) + 1; ; next += 1) {
    const matricula = `${year}${String(next).padStart(5, '0')}`;
    const known = await tx
      .selectFrom('drive_users')
      .select('id')
      .where('company_id', '=', unitId)
      .where('matricula', '=', matricula)
      .executeTakeFirst();
    if (!known) return matricula;
  }
}
