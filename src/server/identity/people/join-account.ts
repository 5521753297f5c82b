import { sql } from 'kysely';
import type { User } from '#lib/contract/account.schema.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { unlinkedErasure } from '#lib/words/people.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { brandOfHost } from '../../core/http/public-url.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { addresseeOf, noteJoinedEmail } from '../account/change-email.ts';
import { closeChanges } from '../account/email-changes.ts';
import { requireFreeCpf } from '../account/find-people.ts';
import {
  changedPerson,
  findProtectedChange,
  noteRegistrationChange,
  type PreparedChange,
  prepareChange,
} from '../account/registration-changes.ts';
import { requireOtherGuardian } from '../account/registration-columns.ts';
import { isUnlinked } from '../account/unlinked.ts';
import { readUser } from '../account/update-user.ts';
import { guardianIn } from '../auth/guardian-of.ts';
import { spendSecrets } from '../auth/password-reset.ts';
import { endAllSessions } from '../auth/session.ts';
import { takenColumns } from './add-students.ts';
import { doWishes } from './do-wishes.ts';
import { enroll, enrollApart, enrollLookalikes, heldCpf } from './enroll-row.ts';
import { alike, proposalOf, studentsOfSchool } from './list-unlinked.ts';
import { clashesOf, type Joining, moveRows } from './moved-rows.ts';

const unknown = () => notFound('Não encontramos esta conta entre as que esperam uma matrícula.');
const otherPerson = () =>
  conflict('Os CPFs são diferentes, ou as contas não têm nada em comum. Confira o cadastro do aluno.', 'other_person');

/**
 * Joins an account without an enrolment with the enrolled account of the same person. The enrolled account stays and gets the
 * books, the progress and everything else, in one transaction and with a log entry. If nobody has ever logged in to it, it takes
 * password, address and data from the other account (0062), and its old address is notified.
 *
 * @throws Refusal 404; 409 for two CPFs, for accounts with nothing in common, if one has a request for erasure, or if both have
 *   data that must not be dropped, such as points
 */
export async function joinAccount(ctx: Ctx, from: number, into: number): Promise<User> {
  const joined = await ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const own = await unlinked(within, from);
    const enrolled = await enrolledOfSchool(within, into);
    if (alike(own, enrolled).length === 0) throw otherPerson();
    const isFresh = enrolled.last_seen_at === null;
    const joining: Joining = { from, into, staying: isFresh ? from : into };
    if ((await clashesOf(tx, joining)).length > 0) {
      throw conflict('As duas contas têm pontos, pedidos ou viagens próprias. Fale com o suporte antes de juntar.');
    }
    const { escola_id: escolaId } = enrolled;
    if (own.cpf) await requireFreeCpf(tx, { id: into, cpf: own.cpf, escolaId }, heldCpf);
    await endAllSessions(tx, from);
    await endAllSessions(tx, into);
    // A printed code for one account must not open the data of the other.
    await spendSecrets(tx, [from, into], ctx.now().toISOString());
    // Otherwise undoing a change of the removed account would also affect the remaining one.
    await closeChanges(tx, from, ctx.now());
    const isTypedByStaff =
      isFresh &&
      (await noteJoinedEmail(within, addresseeOf(await readUser(within, into), brandOfHost(ctx)), own.email));
    const taken = Object.fromEntries(takenColumns(own, isFresh ? {} : enrolled).map((name) => [name, own[name]]));
    const protectedFields = await protectedChange(within, into, taken);
    if (protectedFields?.waits) delete taken.guardian;
    await tx
      .updateTable('users')
      .set({
        ...taken,
        changed_at: ctx.now().toISOString(),
        is_club: own.is_club || enrolled.is_club,
        club_rules_version: enrolled.club_rules_version ?? own.club_rules_version,
        club_since: enrolled.club_since ?? own.club_since,
        ...(isFresh && {
          email: own.email,
          email_key: own.email_key,
          email_verified: own.email_verified && !isTypedByStaff,
          password_hash: own.password_hash,
          is_demo: own.is_demo,
          updated_at: own.updated_at,
          last_seen_at: own.last_seen_at,
        }),
      })
      .where('id', '=', into)
      .execute();
    // Before the rows move: no list shows rows that wait for an enrolled person.
    const apart = await enrollLookalikes(tx, from, ctx.now());
    await moveRows(tx, joining);
    // Read last, so that a simultaneous request counts too.
    await requireNoErasure(tx, into);
    await tx.deleteFrom('users').where('id', '=', from).execute();
    if (protectedFields)
      await noteRegistrationChange(tx, protectedFields, { schoolUserId: ctx.session.userId }, ctx.now());
    for (const { id, data } of apart) await doWishes(within, data, id, escolaId);
    await audit(within, 'account-join', `user:${into}`, { depois: { conta: from, email: own.email } });
    return readUser(within, into);
  });
  ctx.wake();
  return joined;
}

/**
 * Enrols an account with a row that an import left out: the account's values stay, and the row fills the empty ones.
 *
 * @throws Refusal 404, 409 `cpf_taken`, 409 if the registration number is taken or the account has a request for erasure
 */
export async function enrollAccount(ctx: Ctx, userId: number, proposalId: number): Promise<User> {
  return ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const own = await unlinked(within, userId);
    const proposal = await spendProposal(within, proposalId);
    if (proposal.user_id !== userId) throw unknown();
    const { data, escola_id: escolaId } = proposal;
    const cpf = own.cpf ?? data.cpf;
    if (cpf) await requireFreeCpf(tx, { id: userId, cpf, escolaId }, heldCpf);
    const drive_user_id = await enroll(tx, proposal, own.full_name);
    const missing = takenColumns(data, own);
    if (missing.includes('cpf') || missing.includes('guardian'))
      requireOtherGuardian({ cpf, guardian: guardianIn(own.guardian ?? data.guardian ?? null) }, {});
    await tx
      .updateTable('users')
      .set({ drive_user_id, ...Object.fromEntries(missing.map((name) => [name, data[name] ?? null])) })
      .where('id', '=', userId)
      .execute();
    // Bills without a unit belong to this unit from now on.
    await tx
      .updateTable('parcelas')
      .set({ company_id: proposal.company_id })
      .where('user_id', '=', userId)
      .where('company_id', 'is', null)
      .execute();
    await requireNoErasure(tx, userId);
    const apart = await enrollLookalikes(tx, userId, ctx.now());
    for (const each of [{ id: userId, data }, ...apart]) await doWishes(within, each.data, each.id, escolaId);
    await audit(within, 'account-join', `user:${userId}`, { depois: { matricula: proposal.matricula } });
    return readUser(within, userId);
  });
}

/**
 * Decides that the row of an import is another person, who gets a separate account. @throws Refusal 404, 409 `cpf_taken`, 409 for
 * the registration number
 */
export async function refuseProposal(ctx: Ctx, proposalId: number): Promise<User> {
  const hash = await ctx.hashes.hash(crypto.randomUUID());
  return ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const proposal = await spendProposal(within, proposalId);
    const id = await enrollApart(tx, proposal, hash, ctx.now());
    await doWishes(within, proposal.data, id, proposal.escola_id);
    await audit(within, 'account-apart', `user:${id}`, { depois: { matricula: proposal.matricula } });
    return readUser(within, id);
  });
}

/** The change of which the previous guardian is notified, by the values that the enrolled account takes over (0157). */
async function protectedChange(
  ctx: Ctx,
  into: number,
  taken: Partial<Record<string, unknown>>,
): Promise<PreparedChange | null> {
  const { guardian, cpf, birth_date } = taken as Partial<Record<string, string>>;
  const person = changedPerson(await readUser(ctx, into), brandOfHost(ctx));
  const next = { cpf, birth_date, guardian: guardian === undefined ? undefined : guardianIn(guardian) };
  if (cpf !== undefined || guardian !== undefined)
    requireOtherGuardian({ cpf: cpf ?? person.cpf, guardian: next.guardian ?? person.guardian }, {});
  const today = dayIn(ctx.config.SCHOOL_TIME_ZONE, ctx.now());
  const change = await findProtectedChange(ctx.db, person, next, { today, now: ctx.now() });
  return change && prepareChange(ctx, person, change, 'school');
}

/** An account without an enrolment; locked, so that two requests cannot link it at once. */
async function unlinked({ db }: Ctx, id: number) {
  const row = await db
    .updateTable('users')
    .set({ token_version: sql`token_version` })
    .where('id', '=', id)
    .where(isUnlinked)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw unknown();
  return row;
}

/** A request for erasure is for one account: it must not affect the other account or an enrolment. */
async function requireNoErasure(tx: Ctx['db'], userId: number): Promise<void> {
  const wish = await tx.selectFrom('erasures').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  if (wish) throw conflict(unlinkedErasure);
}

/** A student of the user's school; locked, so that the second of two joins sees the result of the first. */
async function enrolledOfSchool(ctx: Ctx, id: number) {
  await ctx.db
    .updateTable('users')
    .set({ token_version: sql`token_version` })
    .where('id', '=', id)
    .where('drive_user_id', 'is not', null)
    .execute();
  const row = await studentsOfSchool(ctx)
    .selectAll('users')
    .select('companies.escola_id')
    .where('users.id', '=', id)
    .executeTakeFirst();
  if (!row) throw unknown();
  return row;
}

/** Claims a proposal of the user's school, once. */
async function spendProposal(ctx: Ctx, id: number) {
  const proposal = await proposalOf(ctx, id);
  const spent =
    proposal &&
    (await ctx.db.deleteFrom('enrolment_proposals').where('id', '=', id).returning('id').executeTakeFirst());
  if (!proposal || !spent) throw notFound('Esta proposta já foi decidida.');
  return proposal;
}
