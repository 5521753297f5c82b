import { sql } from 'kysely';
import type { Guardian } from '#lib/contract/account-shapes.schema.ts';
import type { LoginAnswer } from '#lib/contract/auth.schema.ts';
import { maskCpf } from '#lib/format/cpf.ts';
import { firstName, maskEmail } from '#lib/format/text.ts';
import { emailKey } from '#lib/rules/account/email-key.ts';
import { GUARDIAN_CONSENT } from '#lib/rules/account/registration-consent.ts';
import { chatHref } from '#lib/rules/promo/chat.ts';
import type { Db } from '../../core/db/connection.ts';
import { people } from '../../core/db/people.ts';
import { audit } from '../../core/http/audit.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { conflict, forbidden, invalid, refused } from '../../core/http/refusal.ts';
import { countGuess } from '../auth/count-guess.ts';
import { type Account, accountsById } from '../auth/find-accounts.ts';
import { type Ward, wardsOfGuardian } from '../auth/guardian-invitation.ts';
import { type FoundInvitation, GUARDIAN_KINDS, queueInvitations, unknownInvitation } from '../auth/invitation.ts';
import { enter } from '../auth/login.ts';
import { newAccount } from '../auth/new-account.ts';
import { accountsWithPassword, MAX_ACCOUNTS, requireGoodPassword } from '../auth/password.ts';
import { spendSecrets } from '../auth/password-reset.ts';
import { fullGrant } from '../auth/tokens.ts';
import { recordConsent } from './consents.ts';
import { holdCpf, requireFreeCpf } from './find-people.ts';

/** The students whose guardian is invited. Opening is recorded for the panel. @throws Refusal 404 */
export async function openAsGuardian(ctx: PublicCtx, found: FoundInvitation) {
  const { guardian, wards } = await invitedGuardian(ctx, ctx.db, found);
  await ctx.db
    .updateTable('guardian_invitations')
    .set({ opened_at: ctx.now().toISOString() })
    .where('user_id', 'in', idsOf(wards))
    .where('opened_at', 'is', null)
    .execute();
  const existing = await existingAccount(ctx.db, found, guardian, wards);
  return {
    primeiro_nome: firstName(guardian.full_name),
    unidade: wards[0]?.unit ?? 'a escola',
    // The login name; masked for an account whose address is not the invited one, since a stranger may read this.
    login: existing ? maskedLogin(existing.account, guardian) : guardian.email,
    ...{ turma: null, livro: null },
    responsavel: {
      alunos: wards.map(({ full_name }) => full_name),
      /** `senha`: an account exists, and its own password has to be given. */
      conta: existing && !existing.isFirstLogin ? ('senha' as const) : ('nova' as const),
      /**
       * A chat with the unit, if the existing account has another address and so may be somebody else's. Null if no telephone is
       * known.
       */
      escola:
        existing && !isSameMailbox(existing.account, guardian) ? await chatWith(ctx.db, wards[0]?.unit_id ?? 0) : null,
    },
  };
}

async function chatWith(db: Db, unitId: number): Promise<string | null> {
  const unit = await db.selectFrom('companies').select('whatsapp').where('id', '=', unitId).executeTakeFirst();
  return unit?.whatsapp ? chatHref('Olá! O convite do portal mostra uma conta que não é minha.', unit.whatsapp) : null;
}

const maskedLogin = (account: Account, guardian: Guardian) => {
  const { email, cpf } = account;
  return isSameMailbox(account, guardian) ? email : email ? maskEmail(email) : maskCpf(cpf);
};

/**
 * Accepts the invitation of a guardian, once, and logs in. She gets an account in the unit of the child, without a course; or the
 * existing account with her CPF gets access to the child, by its own password or by its first one.
 *
 * @throws Refusal 404 for a secret that was used meanwhile, 422 without the consent, 400 for a wrong or too common password, 409
 *   if her CPF belongs to somebody else by now, 403, 429
 */
export async function acceptAsGuardian(
  ctx: PublicCtx,
  found: FoundInvitation,
  { password, hasAgreed }: { password: string; hasAgreed: boolean },
): Promise<LoginAnswer> {
  if (!hasAgreed) throw invalid('Marque que você concorda.', { aceite: 'Marque que você concorda' });
  const { guardian, wards } = await invitedGuardian(ctx, ctx.db, found);
  const existing = await existingAccount(ctx.db, found, guardian, wards);
  if (existing?.account.is_blocked) throw forbidden('O acesso desta conta está bloqueado. Fale com a escola.');
  if (existing && !existing.isFirstLogin) await provePassword(ctx, existing.account, password);
  else requireGoodPassword(password, [guardian.email]);
  const hash = await ctx.hashes.hash(password);
  const at = ctx.now();
  const id = await ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    await holdCpf(tx, guardian.cpf);
    const now = await invitedGuardian(ctx, tx, found);
    const spent = await spendSecrets(tx, idsOf(now.wards), at.toISOString(), GUARDIAN_KINDS);
    if (!spent.includes(found.id)) throw unknownInvitation();
    const still = await existingAccount(tx, found, guardian, now.wards);
    if (still?.account.id !== existing?.account.id || still?.isFirstLogin !== existing?.isFirstLogin) {
      throw conflict('Seu cadastro mudou agora mesmo. Abra o convite de novo.');
    }
    const isProven = found.kind === 'guardian';
    const account = still
      ? await joinAccount(tx, still, { hash, isProven: isProven && isSameMailbox(still.account, guardian) })
      : await makeAccount(tx, guardian, now.wards, { hash, isProven, at });
    await noteAccepted(tx, now.wards, account, at);
    // Invitations of children who share her address waited for hers.
    const sharing = now.wards.filter(({ email_key, mailbox }) => email_key === mailbox);
    await queueInvitations(ctx, tx, await neverIn(tx, idsOf(sharing)));
    await recordConsent(within, account, 'responsavel', GUARDIAN_CONSENT.version);
    await audit({ db: tx, now: ctx.now, session: { userId: account } }, 'guardian-accept', `user:${found.userId}`);
    return account;
  });
  return enter(ctx, await accountsById(ctx.db, [id]), id, fullGrant);
}

/** The guardian and all her children; a printed code covers only the children of the unit that handed it out. */
async function invitedGuardian(ctx: PublicCtx, db: Db, { userId, kind, guardian }: FoundInvitation) {
  if (!guardian) throw unknownInvitation();
  const all = await wardsOfGuardian(ctx, db, guardian);
  const child = all.find(({ id }) => id === userId);
  if (!child) throw unknownInvitation();
  const others = all.filter(({ id, unit_id }) => id !== userId && (kind === 'guardian' || unit_id === child.unit_id));
  return { guardian, wards: [child, ...others] };
}

const idsOf = (wards: readonly Ward[]) => wards.map(({ id }) => id);

/** The unblocked ones of some people who never logged in. */
const neverIn = async (tx: Db, ids: readonly number[]): Promise<number[]> => {
  const users = tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [0, ...ids]);
  const rows = await users.where('last_seen_at', 'is', null).where('is_blocked', '=', false).execute();
  return rows.map(({ id }) => id);
};
const isSameMailbox = ({ email }: Account, guardian: Guardian) => emailKey(email) === emailKey(guardian.email);

interface ExistingAccount {
  account: Account;
  /** Nobody has logged in to it, and it has the guardian's address: her first password opens it. */
  isFirstLogin: boolean;
}

/**
 * The existing account with the CPF of a guardian: the one with her address, otherwise one of a child's school, or one without a
 * school. A person has one account in each school (AUTH-05).
 */
async function existingAccount(
  db: Db,
  { kind }: FoundInvitation,
  guardian: Guardian,
  wards: readonly Ward[],
): Promise<ExistingAccount | null> {
  const rows = await people(db)
    .select(['users.id', 'users.last_seen_at', 'users.email_key', 'companies.escola_id'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('user_actions').select('user_actions.action_id').whereRef('user_actions.user_id', '=', 'users.id'),
      ).as('has_role'),
    )
    .where('users.cpf', '=', guardian.cpf)
    .where('users.id', 'not in', idsOf(wards))
    .orderBy('users.id')
    .execute();
  const mailbox = emailKey(guardian.email);
  const schools = new Set(wards.map(({ escola_id }) => escola_id));
  const row =
    rows.find(({ email_key }) => email_key === mailbox) ??
    rows.find(({ escola_id }) => escola_id === null || schools.has(escola_id));
  const [account] = row ? await accountsById(db, [row.id]) : [];
  if (!row || !account) return null;
  // A printed code does not verify a mailbox: it opens only accounts for which staff of its unit could print a code anyway.
  const isOpenTo = kind === 'guardian' || (account.company_id !== null && account.company_id === wards[0]?.unit_id);
  return {
    account,
    isFirstLogin: isOpenTo && row.last_seen_at === null && row.email_key === mailbox && !Number(row.has_role),
  };
}

/** @throws Refusal 400, 429 */
async function provePassword(ctx: PublicCtx, account: Account, password: string): Promise<void> {
  const guess = await countGuess(ctx, account.cpf ?? account.email, [account]);
  const proven = await accountsWithPassword(ctx, [account], password);
  if (proven.length === 0) {
    const words = 'A senha não confere com a da sua conta';
    throw refused(`${words}. Se esqueceu, recupere na tela de entrada e volte a este convite.`, {
      new_password: words,
    });
  }
  await guess.giveBack();
  await guess.forget(proven);
}

/** @param isProven the link came from the mailbox, so the address is confirmed */
async function joinAccount(
  tx: Db,
  { account, isFirstLogin }: ExistingAccount,
  { hash, isProven }: { hash: string; isProven: boolean },
): Promise<number> {
  if (isProven) await tx.updateTable('users').set({ email_verified: true }).where('id', '=', account.id).execute();
  if (isFirstLogin) {
    const changes = { password_hash: hash, token_version: sql<number>`token_version + 1` };
    await tx.updateTable('users').set(changes).where('id', '=', account.id).execute();
  }
  return account.id;
}

async function makeAccount(
  tx: Db,
  { full_name, cpf, email, phone }: Guardian,
  [child]: readonly Ward[],
  { hash, isProven, at }: { hash: string; isProven: boolean; at: Date },
): Promise<number> {
  const email_key = emailKey(email);
  const words = 'O seu CPF está no cadastro de outra pessoa da escola. Peça à escola para corrigir';
  await requireFreeCpf(tx, { id: 0, cpf, escolaId: child?.escola_id ?? null }, words);
  const known = await tx
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', email_key)
    .limit(MAX_ACCOUNTS)
    .execute();
  if (known.length === MAX_ACCOUNTS)
    throw conflict('Este e-mail já tem contas demais. Peça à escola para trocar o seu.');
  const post = child?.unit_id
    ? await tx
        .insertInto('drive_users')
        .values({ company_id: child.unit_id, matricula: `R${at.getTime()}`, nome: full_name, papel: 'responsavel' })
        .returning('id')
        .executeTakeFirstOrThrow()
    : null;
  const { id } = await tx
    .insertInto('users')
    .values({
      ...{ drive_user_id: post?.id ?? null, full_name, cpf, email, email_key, phone, password_hash: hash },
      ...newAccount,
      email_verified: isProven,
      // The school wrote the data, and she confirmed it.
      ...{ created_at: at.toISOString(), updated_at: at.toISOString() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Records the account with which a guardian accepted, for all her children. */
async function noteAccepted(tx: Db, wards: readonly Ward[], account: number, now: Date): Promise<void> {
  const at = now.toISOString();
  const taken = { waits_since: null, opened_at: at, accepted_by: account };
  await tx
    .insertInto('guardian_invitations')
    .values(
      wards.map(({ id, mailbox }) => ({
        ...{ user_id: id, mailbox, asked_at: at, asked_by: null, mailed_at: null, printed_at: null, ...taken },
      })),
    )
    .onConflict((known) => known.column('user_id').doUpdateSet({ ...taken, mailbox: sql`excluded.mailbox` }))
    .execute();
}
