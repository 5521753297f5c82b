import type { z } from 'zod';
import { firstName } from '#lib/format/text.ts';
import type { Db } from '../core/db/connection.ts';
import { withUnit } from '../core/db/people.ts';
import type { PublicCtx } from '../core/http/ctx.ts';
import { conflict, notFound, Refusal } from '../core/http/refusal.ts';
import type { acceptInvitationInput } from './inputs.ts';
import { addReferral, expectedPoints, noteRequest, refuseUnfair, standingReferral } from './referral.ts';

type Input = Omit<z.output<typeof acceptInvitationInput>, 'codigo'>;

/** The inviting member, by first name only. @throws Refusal 404, 429 */
export async function readInvitation(ctx: PublicCtx, codigo: string) {
  await ctx.limits.take('invitation', ctx.caller.address);
  const inviter = await inviterOf(ctx.db, codigo);
  const pontos = await expectedPoints(ctx.db, inviter.escola_id);
  /** `pontos` are what the inviting member gets for the request. */
  return { quem: firstName(inviter.full_name), pontos, escola: inviter.escola };
}

/**
 * A friend asks the school for contact, and the referral notes it. If the same member already named the friend, it is
 * that referral. Anybody can send the form, so it gives no points: they come with the enrolment.
 *
 * The answer is the same for friends who do not count.
 *
 * @throws Refusal 404 for an unknown code, 409 for the friend's own one, 429 for too many.
 */
export async function acceptInvitation(ctx: PublicCtx, codigo: string, input: Input): Promise<{ detail: string }> {
  await ctx.limits.take('lead-address', ctx.caller.address);
  const session = await ctx.findSession();
  const at = ctx.now();
  const taking = ctx.db.transaction().execute(async (tx) => {
    const inviter = await inviterOf(tx, codigo);
    if (session?.userId === inviter.id) throw conflict('Este convite é seu: envie o link a um amigo.', 'own_link');
    const standing = await standingReferral(tx, input);
    const known = standing?.user_id === inviter.id ? standing : undefined;
    await refuseUnfair(tx, inviter, input, known);
    const referral = known ?? (await addReferral(tx, inviter, { ...input, canal: 'link' }, at));
    await noteRequest(tx, referral, at);
  });
  await taking.catch((error) => {
    // All visitors get the same answer. Another one would tell whether a telephone is a student's (S6).
    if (!(error instanceof Refusal) || !UNFAIR.has(error.code ?? '')) throw error;
    ctx.log.info({ reason: error.code }, 'an invitation does not count');
  });
  return { detail: 'Recebemos o seu pedido. A escola confere os dados e fala com você.' };
}

/** Why a referral is refused. */
const UNFAIR: ReadonlySet<string> = new Set(['own', 'loop', 'student', 'duplicate']);

async function inviterOf(db: Db, codigo: string) {
  const row = await db
    .selectFrom('club_codes')
    .innerJoin('users', 'users.id', 'club_codes.user_id')
    .$call(withUnit)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select([
      'users.id',
      'users.full_name',
      'users.phone',
      'users.cpf',
      'companies.escola_id',
      'companies.nome as escola',
    ])
    .where('club_codes.codigo', '=', codigo.toUpperCase())
    .where('users.is_club', '=', true)
    .where('users.is_blocked', '=', false)
    .executeTakeFirst();
  if (!row) throw notFound('Este convite não existe mais.');
  return row;
}
