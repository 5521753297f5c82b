import type { Ctx } from '../../core/http/ctx.ts';
import { refused } from '../../core/http/refusal.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { tellOfAccess } from './tell-of-access.ts';

/** New recovery codes in place of the earlier ones. @throws Refusal 400 for somebody without a factor */
export async function renewRecoveryCodes(ctx: Ctx): Promise<string[]> {
  const { userId, hasFactor } = ctx.session;
  if (!hasFactor) throw refused('Os códigos de recuperação vêm com o primeiro fator.');
  const codes = await ctx.db.transaction().execute(async (tx) => {
    const made = await newRecoveryCodes(tx, userId);
    await tellOfAccess({ ...ctx, db: tx }, userId, 'factor-codes');
    return made;
  });
  ctx.wake();
  return codes;
}
