import type * as auth from '#lib/contract/auth.ts';
import { audit } from '../http/audit.ts';
import type { Routes } from '../http/handler.ts';
import { endAllSessions, endSession } from './end-sessions.ts';
import { claimsOf } from './find-session.ts';
import { login, loginWithBookCode } from './login.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';

/** Every call but the registration, which the account area serves: it writes the columns of a profile. */
export const authRoutes: Omit<Routes<typeof auth>, 'registerWithBook'> = {
  login: ({ body }, ctx) => login(ctx, body),
  loginWithBookCode: ({ body }, ctx) => loginWithBookCode(ctx, body),
  requestPasswordReset: ({ query }, ctx) => requestPasswordReset(ctx, query.email, query.isAccessCode === 'true'),
  resetPassword: ({ query, body }, ctx) => resetPassword(ctx, query.token, body.new_password, body.email),
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
};
