import type { Reauthentication } from '#lib/contract/auth-factors.schema.ts';
import type { Ctx, PublicCtx } from '../../core/http/ctx.ts';
import { countFailures } from '../../core/http/limits.ts';
import { refused } from '../../core/http/refusal.ts';
import { isAppCode, spendAppCode } from './app-codes.ts';
import { drawAccessMail, noteAccess } from './notify-of-access.ts';
import { noteReauthentication } from './open-session.ts';
import { verifyPasskey } from './passkeys.ts';
import { provePassword } from './password.ts';
import { hasRecoveryCode, spendRecoveryCode } from './recovery-codes.ts';

/**
 * Verifies a passkey, the code of an app, or a recovery code of a person.
 *
 * @param count the key under which wrong codes are counted
 * @throws Refusal 400 for a wrong one, 429 after too many
 */
export async function verifyFactor(
  ctx: PublicCtx,
  userId: number,
  count: string,
  { codigo, chave }: Pick<Reauthentication, 'codigo' | 'chave'>,
): Promise<void> {
  if (chave) return verifyPasskey(ctx, userId, chave);
  await countFailures(ctx.limits, 'second-step-day', count, () =>
    countFailures(ctx.limits, 'second-step', count, async () => {
      if (!codigo) throw refused('Digite o código.', { codigo: 'Digite o código' });
      if (isAppCode(codigo)) {
        if (await spendAppCode(ctx, userId, codigo)) return;
        throw refused('Este código não confere ou já foi usado. Espere o próximo e tente de novo.', {
          codigo: 'Não confere ou já foi usado',
        });
      }
      await verifyRecoveryCode(ctx, userId, codigo);
    }),
  );
}

/** Uses a recovery code, and notifies its owner. If the mail cannot be stored, the code stays unused. */
async function verifyRecoveryCode(ctx: PublicCtx, userId: number, codigo: string): Promise<void> {
  const wrong = () =>
    refused('Este código de recuperação não confere ou já foi usado.', { codigo: 'Não confere ou já foi usado' });
  if (!(await hasRecoveryCode(ctx.db, userId, codigo))) throw wrong();
  const mail = await drawAccessMail(ctx, userId, 'factor-recovery');
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await spendRecoveryCode(tx, userId, codigo, ctx.now()))) throw wrong();
    await noteAccess({ ...ctx, db: tx, session: { userId } }, userId, 'factor-recovery', mail);
  });
  ctx.wake();
}

/** Re-authenticates the user: by the second factor, or by the password without one (0097). */
export async function reauthenticate(ctx: Ctx, { senha, codigo, chave }: Reauthentication): Promise<void> {
  const { hasFactor, userId, tokenId } = ctx.session;
  if (hasFactor) await verifyFactor(ctx, userId, `${userId}:${tokenId}`, { codigo, chave });
  else if (senha) await provePassword(ctx, senha);
  else throw refused('Digite sua senha.', { senha: 'Digite sua senha' });
  await noteReauthentication(ctx);
}
