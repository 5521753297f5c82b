import { z } from 'zod';
import type { LoginAnswer } from '#lib/contract/auth.schema.ts';
import type { SecondStepAnswer } from '#lib/contract/auth-factors.schema.ts';
import { firstName } from '#lib/format/text.ts';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import { loginReasons } from '#lib/words/auth-reasons.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { Refusal } from '../../core/http/refusal.ts';
import { logEntry } from '../../core/http/security-log.ts';
import { admit } from './admit.ts';
import { secondStepKey } from './count-guess.ts';
import { factorsOf } from './factors.ts';
import { type Account, accountsById, mayEnter } from './find-accounts.ts';
import { domainOf } from './passkey-domain.ts';
import { passkeyToSign } from './passkeys.ts';
import { presentChoice } from './present.ts';
import { fullGrant, hashSecret, newSecret } from './tokens.ts';
import { verifyFactor } from './verify-factor.ts';

const LIFETIME_MS = 10 * MINUTE_MS;

/** The result of the first step. */
const Data = z.object({ version: z.int(), byPassword: z.boolean() });

/**
 * The answer to a login whose account has a second factor: no session, but a ticket that waits for the factor.
 *
 * @param byPassword whether a password was given on this device
 */
export async function askSecondStep(ctx: PublicCtx, account: Account, byPassword: boolean): Promise<LoginAnswer> {
  const ticket = newSecret();
  const at = ctx.now();
  await ctx.db
    .insertInto('auth_tokens')
    .values({
      kind: 'second_step',
      token_hash: hashSecret(ticket),
      user_id: account.id,
      data: JSON.stringify({ version: account.token_version, byPassword }),
      tries: 0,
      created_at: at.toISOString(),
      expires_at: new Date(at.getTime() + LIFETIME_MS).toISOString(),
      used_at: null,
    })
    .execute();
  logEntry(ctx, 'second-step-asked', { user: account.id, proven: byPassword });
  return {
    users: [presentChoice(account)],
    access_token: null,
    token_type: 'bearer',
    expires_at: null,
    second_step: { ticket },
  };
}

/** The account of a ticket, unless its sessions were ended meanwhile. @throws Refusal 400 */
async function waiting(ctx: PublicCtx, provided: string | undefined) {
  const ticket = ctx.caller.secondStep ?? provided;
  const row = await ctx.db
    .selectFrom('auth_tokens')
    .select(['id', 'user_id', 'data'])
    .where('kind', '=', 'second_step')
    .where('token_hash', '=', hashSecret(ticket ?? ''))
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now().toISOString())
    .executeTakeFirst();
  const [account] = row?.user_id ? await accountsById(ctx.db, [row.user_id]) : [];
  const data = row?.data ? Data.parse(JSON.parse(row.data)) : null;
  if (!row || !data || !account || account.token_version !== data.version || !mayEnter(account)) {
    throw new Refusal(400, loginReasons.segundo, { code: 'second_step_over' });
  }
  return { id: row.id, account, byPassword: data.byPassword };
}

/** The account of a waiting login, and its factors. @throws Refusal 400 */
export async function readSecondStep(ctx: PublicCtx, ticket: string | undefined) {
  const { account } = await waiting(ctx, ticket);
  const factors = await factorsOf(ctx.db, account.id);
  return {
    nome: firstName(account.full_name),
    codigo: factors.some(({ kind }) => kind === 'codigo'),
    chave: factors.some(({ dominio }) => dominio === domainOf(ctx.caller.host)),
  };
}

/** @throws Refusal 400 */
export async function beginSecondStep(ctx: PublicCtx, ticket: string | undefined) {
  const { account } = await waiting(ctx, ticket);
  return passkeyToSign(ctx, account.id);
}

/** Opens the session after the second factor. @throws Refusal 400 for a wrong one, 429 after too many */
export async function finishSecondStep(
  ctx: PublicCtx,
  { ticket, ...reauthentication }: z.infer<typeof SecondStepAnswer>,
): Promise<LoginAnswer> {
  const { id, account, byPassword } = await waiting(ctx, ticket);
  await verifyFactor(ctx, account.id, await secondStepKey(ctx, account), reauthentication);
  const spent = await ctx.db
    .updateTable('auth_tokens')
    .set({ used_at: ctx.now().toISOString() })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!spent) throw new Refusal(400, loginReasons.segundo, { code: 'second_step_over' });
  return admit(ctx, account, fullGrant, byPassword);
}
