import type { Proof } from '#lib/contract/auth-factors.schema.ts';
import type { Ctx, PublicCtx } from '../http/ctx.ts';
import { countFailures } from '../http/limits.ts';
import { refused } from '../http/refusal.ts';
import { isAppCode, spendAppCode } from './app-codes.ts';
import { noteProof } from './open-session.ts';
import { provePasskey } from './passkeys.ts';
import { provePassword } from './prove-password.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { tellOfFactor } from './tell-of-factor.ts';

/**
 * Proves a person by a passkey, the code of an app, or a recovery code. Wrong codes are counted by person.
 *
 * @throws Refusal 400 for a wrong one, 429 after too many
 */
export async function proveFactor(
  ctx: PublicCtx & Partial<Pick<Ctx, 'session'>>,
  userId: number,
  { codigo, chave }: Pick<Proof, 'codigo' | 'chave'>,
): Promise<void> {
  if (chave) return provePasskey(ctx, userId, chave);
  const key = String(userId);
  await countFailures(ctx.limits, 'second-step-day', key, () =>
    countFailures(ctx.limits, 'second-step', key, async () => {
      if (!codigo) throw refused('Digite o código.', { codigo: 'Digite o código' });
      if (isAppCode(codigo)) {
        if (await spendAppCode(ctx, userId, codigo)) return;
        throw refused('Este código não confere ou já foi usado. Espere o próximo e tente de novo.', {
          codigo: 'Não confere ou já foi usado',
        });
      }
      if (!(await spendRecoveryCode(ctx.db, userId, codigo, ctx.now()))) {
        throw refused('Este código de recuperação não confere ou já foi usado.', {
          codigo: 'Não confere ou já foi usado',
        });
      }
      await tellOfFactor(ctx, userId, 'factor-recovery');
      ctx.wake();
    }),
  );
}

/** Proves the own user before calls that ask for it: by the factor if there is one, else by the password (0098). */
export async function proveSelf(ctx: Ctx, { senha, codigo, chave }: Proof): Promise<void> {
  if (ctx.session.hasFactor) await proveFactor(ctx, ctx.session.userId, { codigo, chave });
  else if (senha) await provePassword(ctx, senha);
  else throw refused('Digite sua senha.', { senha: 'Digite sua senha' });
  await noteProof(ctx);
}
