import { plain } from '#lib/api/asked.ts';
import type * as auth from '#lib/contract/auth.ts';
import { audit } from '../http/audit.ts';
import type { Routes } from '../http/handler.ts';
import { acceptInvitation, openInvitation } from './accept-invitation.ts';
import { confirmCode, startCode } from './app-codes.ts';
import { endAllSessions, endSession } from './end-sessions.ts';
import { listFactors, removeFactor, renameFactor } from './factors.ts';
import { claimsOf } from './find-session.ts';
import { login, loginWithBookCode } from './login.ts';
import { addPasskey, beginPasskey, passkeyToSign } from './passkeys.ts';
import { proveSelf } from './prove-factor.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';
import { beginSecondStep, finishSecondStep, readSecondStep } from './second-step.ts';

/** What the library makes, without its undefined fields. */
const asJson = <T extends { challenge: string }>(options: T) => plain(options) as { challenge: string };

/** Every call but the registration, which the account area serves: it writes the columns of a profile. */
export const authRoutes: Omit<Routes<typeof auth>, 'registerWithBook'> = {
  login: ({ body }, ctx) => login(ctx, body),
  loginWithBookCode: ({ body }, ctx) => loginWithBookCode(ctx, body),
  requestPasswordReset: ({ query }, ctx) => requestPasswordReset(ctx, query.email, query.isAccessCode === 'true'),
  resetPassword: ({ query, body }, ctx) => resetPassword(ctx, query.token, body.new_password, body.email),
  openInvitation: ({ body }, ctx) => openInvitation(ctx, body.segredo),
  acceptInvitation: ({ body }, ctx) => acceptInvitation(ctx, body.segredo, body.new_password),
  logout: async (_input, ctx) => {
    const claims = await claimsOf(ctx, ctx.request);
    if (claims) {
      await endSession(ctx.db, claims);
    }
    return { detail: 'Você saiu.' };
  },
  logoutEverywhere: async (_input, ctx) => {
    const { userId } = ctx.session;
    await endAllSessions(ctx.db, userId);
    await audit(ctx, 'logout-everywhere', `user:${userId}`);
    return { detail: 'Você saiu de todos os aparelhos.' };
  },
  getSecondStep: ({ query }, ctx) => readSecondStep(ctx, query.ticket),
  beginSecondStep: async ({ body }, ctx) => asJson(await beginSecondStep(ctx, body.ticket)),
  finishSecondStep: ({ body }, ctx) => finishSecondStep(ctx, body),
  listFactors: (_input, ctx) => listFactors(ctx),
  startCode: (_input, ctx) => startCode(ctx),
  confirmCode: async ({ body }, ctx) => ({ codigos: await confirmCode(ctx, body.codigo, body.nome) }),
  beginPasskey: async (_input, ctx) => asJson(await beginPasskey(ctx)),
  addPasskey: async ({ body }, ctx) => ({ codigos: await addPasskey(ctx, body.chave, body.nome) }),
  renameFactor: ({ params, body }, ctx) => renameFactor(ctx, params.id, body.nome),
  removeFactor: async ({ params }, ctx) => {
    await removeFactor(ctx, params.id);
    return { detail: 'Fator removido.' };
  },
  renewRecoveryCodes: async (_input, ctx) => ({ codigos: await renewRecoveryCodes(ctx) }),
  beginProof: async (_input, ctx) => asJson(await passkeyToSign(ctx, ctx.session.userId)),
  proveSelf: async ({ body }, ctx) => {
    await proveSelf(ctx, body);
    return { detail: 'Confirmado.' };
  },
};
