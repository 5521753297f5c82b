import type { z } from 'zod';
import type { calls, LoginAnswer } from '#lib/contract/auth.schema.ts';
import { REGISTRATION_CONSENT } from '#lib/registration-consent.ts';
import { recordConsent } from '../account/consents.ts';
import { registrationColumns } from '../account/registration-columns.ts';
import type { PublicCtx } from '../http/ctx.ts';
import { conflict, notFound, Refusal } from '../http/refusal.ts';
import { enter } from './enter.ts';
import { requireGoodPassword } from './password-rule.ts';
import { accountsById } from './queries.ts';

const oldText = () =>
  new Refusal(409, 'O texto da autorização mudou. Leia de novo e marque a concordância.', {
    fields: { consent: 'Leia o texto novo e marque de novo' },
    code: 'consent_version',
  });

type Input = z.output<typeof calls.registerWithBook.body>;

/**
 * Creates an account without an enrolment for the empty book that this browser opened, and links the book to it. The
 * school links the enrolment later; until then the account lives in empty-book mode (GUARD-08). What was agreed to is kept with
 * the account, in one transaction.
 *
 * @throws Refusal 404 without an empty book, 409 when the book or the person is taken, without saying which, or the text
 *   that was agreed to is no longer ours.
 */
export async function registerWithBook(ctx: PublicCtx, input: Input): Promise<LoginAnswer> {
  // Given back at the end: whom a refusal would tell about is told little.
  await ctx.limits.take('book-look-up-address', ctx.caller.address);
  const { password, uuid: given, consent_version: version, ...registration } = input;
  const uuid = ctx.caller.bookUuid ?? given;
  if (!uuid) throw notFound('Leia o QR code do livro antes de fazer o cadastro.');
  if (version !== REGISTRATION_CONSENT.version) throw oldText();
  requireGoodPassword(password, [input.email]);
  const columns = registrationColumns(registration, ctx.now(), ctx.config.SCHOOL_TIME_ZONE);
  const hash = await ctx.hashes.hash(password);
  const now = ctx.now().toISOString();
  const taken = () =>
    conflict('Não foi possível concluir o cadastro com estes dados. Se você já tem acesso, entre com sua senha.');
  const id = await ctx.db.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom('users')
      .select('id')
      .where((where) => where.or([where('email_key', '=', columns.email_key), where('cpf', '=', columns.cpf)]))
      .executeTakeFirst();
    if (known) throw taken();
    const user = await tx
      .insertInto('users')
      .values({
        ...columns,
        drive_user_id: null,
        password_hash: hash,
        is_club: false,
        pwa_installed: false,
        email_verified: false,
        is_blocked: false,
        token_version: 1,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const book = await tx
      .updateTable('user_books')
      .set({ user_id: user.id, linked_at: now })
      .where('uuid', '=', uuid)
      .where('user_id', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!book) throw taken();
    await recordConsent({ ...ctx, db: tx }, user.id, 'cadastro', version);
    return user.id;
  });
  await ctx.limits.giveBack('book-look-up-address', ctx.caller.address);
  return enter(ctx, await accountsById(ctx.db, [id]), id, 'full');
}
