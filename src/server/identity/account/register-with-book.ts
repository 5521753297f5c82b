import type { z } from 'zod';
import type { LoginAnswer } from '#lib/contract/auth.schema.ts';
import { REGISTRATION_CONSENT } from '#lib/rules/account/registration-consent.ts';
import type { Db } from '../../core/db/connection.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { brandOfHost } from '../../core/http/public-url.ts';
import { conflict, notFound, Refusal } from '../../core/http/refusal.ts';
import { accountsById } from '../auth/find-accounts.ts';
import { enter } from '../auth/login.ts';
import { newAccount } from '../auth/new-account.ts';
import { MAX_ACCOUNTS, requireGoodPassword } from '../auth/password.ts';
import { fullGrant } from '../auth/tokens.ts';
import { recordConsent } from './consents.ts';
import { holdCpf } from './find-people.ts';
import type { registerWithBookInput } from './inputs.ts';
import { keepGuardianRequest, prepareGuardianRequest } from './name-guardian.ts';
import { registrationColumns } from './registration-columns.ts';

const oldText = () =>
  new Refusal(409, 'O texto da autorização mudou. Leia de novo e marque a concordância.', {
    fields: { consent: 'Leia o texto novo e marque de novo' },
    code: 'consent_version',
  });

type Input = z.output<typeof registerWithBookInput>;

/**
 * Creates an account without an enrolment for the empty book that this browser opened, and links the book to it. The school adds
 * the enrolment later (0062). Families share addresses, so a known e-mail is allowed; a known CPF is refused. One transaction
 * stores the account, its consents and the guardian named by a minor.
 *
 * @throws Refusal 404 without an empty book; 409 if the book or the person is taken (without saying which), or if the accepted
 *   text is outdated.
 */
export async function registerWithBook(ctx: PublicCtx, input: Input): Promise<LoginAnswer> {
  // The point is given back at the end: only refusals count, so a caller learns little about who exists.
  await ctx.limits.take('book-look-up-address', ctx.caller.address);
  const { password, uuid: provided, consent_version: version, ...registration } = input;
  const uuid = ctx.caller.bookUuid ?? provided;
  if (!uuid) throw notFound('Leia o QR code do livro antes de fazer o cadastro.');
  if (version !== REGISTRATION_CONSENT.version) throw oldText();
  requireGoodPassword(password, [input.email], 'password');
  const { columns, requested } = registrationColumns(registration, ctx.now(), ctx.config.SCHOOL_TIME_ZONE);
  const request =
    requested &&
    (await prepareGuardianRequest(ctx, { ...columns, emails: [columns.email], brand: brandOfHost(ctx) }, requested));
  const hash = await ctx.hashes.hash(password);
  const now = ctx.now().toISOString();
  const taken = () =>
    conflict('Não foi possível concluir o cadastro com estes dados. Se você já tem acesso, entre com sua senha.');
  const id = await ctx.db.transaction().execute(async (tx) => {
    if (await isKnown(tx, columns)) throw taken();
    const user = await tx
      .insertInto('users')
      .values({
        ...columns,
        drive_user_id: null,
        password_hash: hash,
        ...newAccount,
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
    if (request) await keepGuardianRequest(tx, user.id, request, ctx.now());
    return user.id;
  });
  await ctx.limits.giveBack('book-look-up-address', ctx.caller.address);
  if (request) ctx.wake();
  return enter(ctx, await accountsById(ctx.db, [id]), id, fullGrant);
}

/** The CPF is taken, or the address already has as many accounts as one login can distinguish. */
async function isKnown(tx: Db, { cpf, email_key }: { cpf: string; email_key: string }): Promise<boolean> {
  await holdCpf(tx, cpf);
  const known = await tx
    .selectFrom('users')
    .select('cpf')
    .where((where) => where.or([where('cpf', '=', cpf), where('email_key', '=', email_key)]))
    .limit(MAX_ACCOUNTS)
    .execute();
  return known.length === MAX_ACCOUNTS || known.some((each) => each.cpf === cpf);
}
