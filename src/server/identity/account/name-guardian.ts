import type { BrandKey } from '#lib/brand.ts';
import { Guardian, type GuardianRequest } from '#lib/contract/account-shapes.schema.ts';
import { firstName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { guardianCpfWords, UNDO_DAYS } from '#lib/words/account-changes.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx, PublicCtx } from '../../core/http/ctx.ts';
import { brandOfHost, publicUrl } from '../../core/http/public-url.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import type { Mail } from '../../core/ports/mail.ts';
import { renderMail } from '../../core/ports/render-mail.ts';
import { queueMail } from '../../messages/mail/outbox.ts';
import { makeKeyedLink } from '../auth/keyed-link.ts';
import { waitingChange } from './email-changes.ts';
import { presentUser } from './present.ts';
import { type UserParts, userParts } from './queries.ts';
import { requireOtherGuardian } from './registration-columns.ts';

/** The purpose in the sealed key of a guardian's link. */
export const GUARDIAN_LINK = 'guardian';
const LINK_DAYS = 14;

export interface Minor {
  full_name: string;
  cpf: string | null;
  /** The minor's current and requested addresses. */
  emails: readonly (string | null | undefined)[];
  brand: BrandKey;
}

/** A request with its mail. It is prepared before the transaction that stores both, because rendering a mail takes time. */
export interface PreparedRequest {
  guardian: Guardian;
  link: { chave: string; expiraEm: string } | null;
  mail: Mail | null;
}

/**
 * Prepares the request to the guardian whom a minor named, or whom the school named as a replacement. Minors cannot confirm for
 * themselves: their own CPF is refused, and if they named the guardian, no link goes to their current or requested address. The
 * school confirms instead.
 *
 * @throws Refusal 422 for the own CPF
 */
export async function prepareGuardianRequest(
  ctx: Pick<PublicCtx, 'tokens' | 'now' | 'config'>,
  minor: Minor,
  guardian: Guardian,
  by: 'minor' | 'school' = 'minor',
): Promise<PreparedRequest> {
  const words = by === 'minor' ? guardianCpfWords.isOwn : guardianCpfWords.isStudent;
  requireOtherGuardian({ cpf: minor.cpf, guardian }, { 'guardian.cpf': words });
  const isOwn = minor.emails.some((email) => email?.toLowerCase() === guardian.email.toLowerCase());
  // Families share mailboxes. If the school wrote the address, it knows who reads it.
  if (isOwn && by === 'minor') return { guardian, link: null, mail: null };
  // The school's link is valid as long as the previous guardian can undo the change.
  const days = by === 'school' ? UNDO_DAYS : LINK_DAYS;
  const link = await makeKeyedLink(ctx, GUARDIAN_LINK, days);
  const { brand } = minor;
  const who = by === 'school' ? 'A escola' : firstName(minor.full_name);
  const body = await renderMail({
    brand,
    preview: `${who} indicou você como responsável.`,
    title: `Olá, ${firstName(guardian.full_name)}`,
    paragraphs: [
      `${minor.full_name} estuda inglês com a gente e tem menos de 18 anos. ${who} indicou você como responsável.`,
      `Confirme para receber os avisos de pagamento e acompanhar as aulas. O link vale por ${days} dias, e pedimos o seu CPF para conferir.`,
      'Se você não conhece este aluno, ignore esta mensagem: nada é feito em seu nome.',
    ],
    action: { label: 'Conferir e confirmar', href: publicUrl(ctx.config, brand) + routes.confirmGuardian(link.token) },
  });
  return { guardian, link, mail: { to: guardian.email, subject: `${who} indicou você como responsável`, ...body } };
}

/**
 * Stores the request and queues its mail. An earlier request becomes invalid.
 *
 * @param changeId the school's change that waits for this guardian; null: the minor named the guardian
 */
export async function keepGuardianRequest(
  tx: Db,
  userId: number,
  { guardian, link, mail }: PreparedRequest,
  at: Date,
  changeId: number | null = null,
): Promise<void> {
  const row = {
    guardian: JSON.stringify(guardian),
    chave: link?.chave ?? null,
    created_at: at.toISOString(),
    expira_em: link?.expiraEm ?? null,
    confirmado_em: null,
    change_id: changeId,
  };
  await tx
    .insertInto('guardian_requests')
    .values({ user_id: userId, ...row })
    .onConflict((known) => known.column('user_id').doUpdateSet(row))
    .execute();
  if (mail) await queueMail(tx, 'guardian', mail, at);
}

/**
 * A minor without a guardian names one.
 *
 * @throws Refusal 409 for an adult, or if a guardian is known (only the school changes that one), 422, 429
 */
export async function nameGuardian(ctx: Ctx, guardian: Guardian): Promise<GuardianRequest> {
  return ask(ctx, await minorWithoutGuardian(ctx), guardian);
}

/** Mails the named guardian a new link. @throws Refusal 409 if nobody is named or a guardian is known, 429 */
export async function remindGuardian(ctx: Ctx): Promise<GuardianRequest> {
  const parts = await minorWithoutGuardian(ctx);
  if (parts.row.guardian_asked === null) throw conflict('Indique primeiro quem responde por você.');
  return ask(ctx, parts, Guardian.parse(JSON.parse(parts.row.guardian_asked)), parts.row.guardian_change);
}

async function minorWithoutGuardian(ctx: Ctx): Promise<UserParts> {
  const parts = await userParts(ctx.db, ctx.session.userId);
  if (!parts) throw notFound();
  const { is_minor, guardian } = presentUser(parts, ctx.now(), ctx.config.SCHOOL_TIME_ZONE);
  if (guardian) throw conflict('Seu cadastro já tem um responsável. Para trocar, fale com a secretaria da escola.');
  if (!is_minor) throw conflict('Só quem tem menos de 18 anos precisa de um responsável.');
  return parts;
}

/** @param changeId the school's change that waits for this guardian; null: the minor names the guardian */
async function ask(
  ctx: Ctx,
  { row }: UserParts,
  guardian: Guardian,
  changeId: number | null = null,
): Promise<GuardianRequest> {
  await ctx.limits.take('consent-link', `user:${row.id}`);
  const waiting = await waitingChange(ctx.db, row.id, ctx.now());
  const brand = row.marca ?? brandOfHost(ctx);
  const minor = { ...row, brand, emails: [row.email, waiting?.new_email] };
  const prepared = await prepareGuardianRequest(ctx, minor, guardian, changeId === null ? 'minor' : 'school');
  await ctx.db.transaction().execute((tx) => keepGuardianRequest(tx, row.id, prepared, ctx.now(), changeId));
  ctx.wake();
  const { full_name, relation, email } = guardian;
  const expira_em = prepared.link?.expiraEm ?? null;
  return { full_name, relation, email, pedido_em: ctx.now().toISOString(), expira_em };
}
