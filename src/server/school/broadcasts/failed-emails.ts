import { maskEmail } from '#lib/format/text.ts';
import { mailReason } from '#lib/rules/broadcasts/mail-reason.ts';
import { mailMessages } from '#lib/words/broadcasts-mails.ts';
import { cutPage } from '../../core/db/keyset.ts';
import { enrolled } from '../../core/db/people.ts';
import { within } from '../../core/db/reach.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import {
  countAllFailed,
  countFailedEmails,
  listFailedEmails,
  sendMailsAgain,
} from '../../messages/mail/failed-emails.ts';
import { withoutSecrets } from '../../messages/mail/outbox.ts';

type Mail = Awaited<ReturnType<typeof listFailedEmails>>[number];

/**
 * Failed emails in reach. Codes in a subject are masked, and the mail server's answer is put into words. The text stays on the
 * server, because it may hold a link that logs in. `podem_sair`: how many mails of all pages can be sent again.
 */
export async function readFailedEmails(
  ctx: Ctx,
  { estado, ...page }: { estado?: 'podem_sair' | undefined; depois?: string | undefined; limit: number },
) {
  const { db, reach, now } = ctx;
  const canBeSent = estado === 'podem_sair';
  const [found, all, podem_sair] = await Promise.all([
    listFailedEmails(ctx, { reach, canBeSent, ...page }),
    countAllFailed(db, reach),
    countFailedEmails(db, reach, now()),
  ]);
  const { rows: mails, next } = cutPage(found, page.limit, ({ id }) => [id]);
  const names = await namesBy(ctx, mails.map(addressOf));
  const items = mails.map((mail) => presentMail(mail, names(addressOf(mail))));
  return { items, total: canBeSent ? podem_sair : all, podem_sair, next };
}

const addressOf = ({ movedTo, recipient }: Mail) => (movedTo ?? recipient).toLowerCase();

function presentMail(mail: Mail, pessoas: string[]) {
  const { id, kind, recipient, movedTo, subject, created_at, last_error, canBeSent } = mail;
  const isMoved = movedTo !== null && canBeSent;
  return {
    id,
    tipo: kind,
    para: maskEmail(recipient),
    // The people in reach with this address.
    pessoas,
    assunto: withoutSecrets({ kind, subject, text: '' }).subject,
    criado_em: created_at,
    motivo: isMoved ? mailMessages.movedTo(maskEmail(movedTo)) : mailReason(last_error),
    // Its text is still stored, and its links are valid.
    pode_sair: canBeSent,
  };
}

/** Names of people in reach by their address. */
async function namesBy({ db, reach }: Ctx, keys: readonly string[]): Promise<(key: string) => string[]> {
  if (keys.length === 0) return () => [];
  const rows = await enrolled(db)
    .select(['users.email_key', 'users.full_name'])
    .where('users.email_key', 'in', keys)
    .$call(within(reach))
    .orderBy('users.full_name')
    .execute();
  return (key) => rows.filter(({ email_key }) => email_key === key).map(({ full_name }) => full_name);
}

/**
 * Queues failed emails again.
 *
 * @param ids absent: all in reach that can be sent again
 * @throws Refusal if none of `ids` can: 404 if they are out of reach or did not fail, 409 if their links have expired
 */
export async function resendMails(ctx: Ctx, ids?: readonly number[]) {
  const quantos = await sendMailsAgain(ctx, ids ?? null, ctx.reach);
  if (ids && quantos === 0) {
    const isThere = (await listFailedEmails(ctx, { reach: ctx.reach, ids })).length > 0;
    throw isThere ? conflict(mailMessages.dead) : notFound(mailMessages.notFound);
  }
  return { quantos, detail: mailMessages.sent(quantos) };
}
