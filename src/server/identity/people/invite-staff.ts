import type { StaffInput } from '#lib/contract/people-team.schema.ts';
import { RIGHTS } from '#lib/rules/people/rights.ts';
import { roleRules } from '#lib/rules/people/roles.ts';
import type { Db } from '../../core/db/connection.ts';
import { people } from '../../core/db/people.ts';
import { within } from '../../core/db/reach.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { requireOpenUnit } from '../../core/http/open-unit.ts';
import { conflict, forbidden, invalid } from '../../core/http/refusal.ts';
import { queueMail } from '../../messages/mail/outbox.ts';
import { emailKey } from '../auth/find-accounts.ts';
import { LINK_DAYS } from '../auth/invitation.ts';
import { staffInvitationMail } from '../auth/mails.ts';
import { newAccount } from '../auth/new-account.ts';
import { newResetSecret } from '../auth/password-reset.ts';
import { readTeamMember } from './team.ts';

/**
 * Makes an account for a member of staff, and mails the link that sets its password. A secretary begins with the usual
 * rights in the own unit, a manager with all of them there.
 *
 * @throws Refusal 403 for a manager unless the user holds every right, 409 for a known address, 422 for a unit out of
 *   reach, and for a closed one
 */
export async function inviteStaff(ctx: Ctx, input: StaffInput) {
  const { hashes, now, session } = ctx;
  await ctx.limits.take('invitation', `user:${session.userId}`);
  if (input.papel === 'gestora' && RIGHTS.some((right) => !session.rights.has(right))) {
    throw forbidden('Só quem cuida do painel inteiro convida para a gestão.');
  }
  const unit = await ctx.db
    .selectFrom('companies')
    .$call(within(ctx.reach))
    .select('companies.id')
    .where('companies.id', '=', input.unidade_id)
    .executeTakeFirst();
  if (!unit) throw invalid('Escolha uma unidade da sua escola.', { unidade_id: 'Escolha a unidade' });
  await requireOpenUnit(ctx.db, unit.id);
  const hash = await hashes.hash(crypto.randomUUID());
  const at = now().toISOString();
  const key = emailKey(input.email);
  const member = await ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const known = await tx.selectFrom('users').select('id').where('email_key', '=', key).executeTakeFirst();
    if (known) {
      const words = 'Já existe uma conta com este e-mail. Use outro, ou peça à administração para dar o papel a ela.';
      throw conflict(words, 'email_taken');
    }
    const { id: drive_user_id } = await tx
      .insertInto('drive_users')
      .values({
        company_id: unit.id,
        matricula: `E${now().getTime()}`,
        nome: input.full_name,
        papel: input.papel === 'professor' ? 'professor' : 'equipe',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await tx
      .insertInto('users')
      .values({
        ...{ drive_user_id, email: input.email, email_key: key, password_hash: hash, full_name: input.full_name },
        ...newAccount,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('user_actions')
      .values(roleRules[input.papel].actions.map((action_id) => ({ user_id: id, action_id })))
      .execute();
    await audit(within, 'staff-invite', `user:${id}`, { depois: { papel: roleRules[input.papel].name } });
    await mailLink(ctx, tx, id);
    return readTeamMember(within, id);
  });
  ctx.wake();
  return member;
}

/** Mails a new link to somebody who has never logged in. @throws Refusal 404, 409 for somebody who has, 429 */
export async function resendInvitation(ctx: Ctx, id: number) {
  await ctx.limits.take('invitation', `user:${ctx.session.userId}`);
  const member = await readTeamMember(ctx, id);
  if (member.por_que_nao !== null) throw forbidden(member.por_que_nao);
  if (member.ultimo_acesso !== null) throw conflict('Esta pessoa já entrou: ela recupera a senha na tela de entrada.');
  await ctx.db.transaction().execute(async (tx) => {
    await mailLink(ctx, tx, id);
    await audit({ ...ctx, db: tx }, 'staff-invite', `user:${id}`);
  });
  ctx.wake();
  return member;
}

/** Puts the mail with a link for the password into the outbox. */
async function mailLink(ctx: Ctx, tx: Db, id: number): Promise<void> {
  const at = ctx.now();
  const to = await people(tx)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['users.email', 'users.email_key', 'users.full_name', 'companies.nome as unit', 'schools.marca'])
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
  const inviter = await tx
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', ctx.session.userId)
    .executeTakeFirstOrThrow();
  const secret = await newResetSecret(tx, [id], to.email_key, at, LINK_DAYS);
  const mail = await staffInvitationMail(ctx, {
    ...{ to: to.email, name: to.full_name, brand: to.marca ?? 'knn', secret },
    ...{ inviter: inviter.full_name, unit: to.unit ?? 'nossa escola', days: LINK_DAYS },
  });
  await queueMail(tx, 'invitation', mail, at);
}
