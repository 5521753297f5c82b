import { plain } from '#lib/api/asked.ts';
import * as contract from '#lib/contract/auth.ts';
import { audit } from '../http/audit.ts';
import { endpoint } from '../http/operation.ts';
import { employee, holderOfSecret, owner, user, visitor } from '../http/who.ts';
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
/** What the area offers. */
export const authOperations = {
  login: endpoint(contract.login, { who: visitor, connected: 'host', run: ({ body }, ctx) => login(ctx, body) }),
  loginWithBookCode: endpoint(contract.loginWithBookCode, {
    who: visitor,
    connected: 'host',
    run: ({ body }, ctx) => loginWithBookCode(ctx, body),
  }),
  requestPasswordReset: endpoint(contract.requestPasswordReset, {
    who: visitor,
    connected: 'host',
    run: ({ query }, ctx) => requestPasswordReset(ctx, query.email, query.isAccessCode === 'true'),
  }),
  resetPassword: endpoint(contract.resetPassword, {
    who: visitor,
    connected: 'host',
    run: ({ query, body }, ctx) => resetPassword(ctx, query.token, body.new_password, body.email),
  }),
  openInvitation: endpoint(contract.openInvitation, {
    who: holderOfSecret,
    connected: 'accounts',
    run: ({ body }, ctx) => openInvitation(ctx, body.segredo),
  }),
  acceptInvitation: endpoint(contract.acceptInvitation, {
    who: holderOfSecret,
    connected: 'accounts',
    run: ({ body }, ctx) => acceptInvitation(ctx, body.segredo, body.new_password),
  }),
  logout: endpoint(contract.logout, {
    who: user,
    connected: 'composed',
    scopes: ['book', 'former'],
    run: async (_input, ctx) => {
      const claims = await claimsOf(ctx, ctx.request);
      if (claims) {
        await endSession(ctx.db, claims);
      }
      return { detail: 'Você saiu.' };
    },
  }),
  logoutEverywhere: endpoint(contract.logoutEverywhere, {
    who: user,
    connected: 'accounts',
    proof: 'always',
    run: async (_input, ctx) => {
      const { userId } = ctx.session;
      await endAllSessions(ctx.db, userId);
      await audit(ctx, 'logout-everywhere', `user:${userId}`);
      return { detail: 'Você saiu de todos os aparelhos.' };
    },
  }),
  getSecondStep: endpoint(contract.getSecondStep, {
    who: visitor,
    connected: 'accounts',
    run: ({ query }, ctx) => readSecondStep(ctx, query.ticket),
  }),
  beginSecondStep: endpoint(contract.beginSecondStep, {
    who: visitor,
    connected: 'accounts',
    run: async ({ body }, ctx) => asJson(await beginSecondStep(ctx, body.ticket)),
  }),
  finishSecondStep: endpoint(contract.finishSecondStep, {
    who: visitor,
    connected: 'accounts',
    run: ({ body }, ctx) => finishSecondStep(ctx, body),
  }),
  listFactors: endpoint(contract.listFactors, {
    who: user,
    connected: 'accounts',
    run: (_input, ctx) => listFactors(ctx),
  }),
  startCode: endpoint(contract.startCode, {
    who: employee,
    connected: 'accounts',
    proof: 'always',
    run: (_input, ctx) => startCode(ctx),
  }),
  confirmCode: endpoint(contract.confirmCode, {
    who: employee,
    connected: 'accounts',
    proof: 'always',
    run: async ({ body }, ctx) => ({ codigos: await confirmCode(ctx, body.codigo, body.nome) }),
  }),
  beginPasskey: endpoint(contract.beginPasskey, {
    who: employee,
    connected: 'accounts',
    proof: 'always',
    run: async (_input, ctx) => asJson(await beginPasskey(ctx)),
  }),
  addPasskey: endpoint(contract.addPasskey, {
    who: employee,
    connected: 'accounts',
    proof: 'always',
    run: async ({ body }, ctx) => ({ codigos: await addPasskey(ctx, body.chave, body.nome) }),
  }),
  renameFactor: endpoint(contract.renameFactor, {
    who: owner('factor'),
    connected: 'accounts',
    run: ({ params, body }, ctx) => renameFactor(ctx, params.id, body.nome),
  }),
  removeFactor: endpoint(contract.removeFactor, {
    who: owner('factor'),
    connected: 'accounts',
    proof: 'always',
    run: async ({ params }, ctx) => {
      await removeFactor(ctx, params.id);
      return { detail: 'Fator removido.' };
    },
  }),
  renewRecoveryCodes: endpoint(contract.renewRecoveryCodes, {
    who: user,
    connected: 'accounts',
    proof: 'always',
    run: async (_input, ctx) => ({ codigos: await renewRecoveryCodes(ctx) }),
  }),
  beginProof: endpoint(contract.beginProof, {
    who: user,
    connected: 'accounts',
    run: async (_input, ctx) => asJson(await passkeyToSign(ctx, ctx.session.userId)),
  }),
  proveSelf: endpoint(contract.proveSelf, {
    who: user,
    connected: 'accounts',
    run: async ({ body }, ctx) => {
      await proveSelf(ctx, body);
      return { detail: 'Confirmado.' };
    },
  }),
};

/** What the library makes, without its undefined fields. */
const asJson = <T extends { challenge: string }>(options: T) => plain(options) as { challenge: string };
