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
 * Mails in reach that were given up. Codes in a subject are covered, and what the mail server said becomes words. The text stays
 * on the server: it may hold a link that logs in. `podem_sair`: how many mails of all pages can leave again.
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
    // The people of this address in reach.
    pessoas,
    assunto: withoutSecrets({ kind, subject, text: '' }).subject,
    criado_em: created_at,
    motivo: isMoved ? mailMessages.movedTo(maskEmail(movedTo)) : mailReason(last_error),
    // Its text is still there, and its links live.
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
 * Puts mails back among those that wait.
 *
 * @param ids absent: all in reach that can leave
 * @throws Refusal if none of `ids` can: 404 where they are out of reach or were not given up, 409 where their links are dead
 */
export async function resendMails(ctx: Ctx, ids?: readonly number[]) {
  const quantos = await sendMailsAgain(ctx, ids ?? null, ctx.reach);
  if (ids && quantos === 0) {
    const isThere = (await listFailedEmails(ctx, { reach: ctx.reach, ids })).length > 0;
    throw isThere ? conflict(mailMessages.dead) : notFound(mailMessages.notFound);
  }
  return { quantos, detail: mailMessages.sent(quantos) };
}
