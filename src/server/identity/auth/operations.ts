import { z } from 'zod';
import { plain } from '#lib/api/request.ts';
import { LoginAnswer, NewPassword, Secret } from '#lib/contract/auth.schema.ts';
import * as contract from '#lib/contract/auth.ts';
import {
  Code,
  PasskeyAnswer,
  PasskeyOptions,
  Reauthentication,
  SecondStepAnswer,
} from '#lib/contract/auth-factors.schema.ts';
import { Detail, IdParam, OneId, Text } from '#lib/contract/shapes.schema.ts';
import { audit } from '../../core/http/audit.ts';
import { endpoint, islandOperation, operation } from '../../core/http/operation.ts';
import { employee, holderOfSecret, owner, user, visitor } from '../../core/http/who.ts';
import { acceptAsGuardian, openAsGuardian } from '../account/guardian-account.ts';
import { registerWithBookInput } from '../account/inputs.ts';
import { registerWithBook } from '../account/register-with-book.ts';
import { confirmCode, startCode } from './app-codes.ts';
import { listFactors, removeFactor, renameFactor } from './factors.ts';
import { claimsOf } from './find-session.ts';
import { acceptInvitation, findInvitation, openInvitation } from './invitation.ts';
import { login, loginWithBookCode } from './login.ts';
import { addPasskey, beginPasskey, passkeyToSign } from './passkeys.ts';
import { requestPasswordReset, resetPassword } from './password-reset.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';
import { beginSecondStep, finishSecondStep, readSecondStep } from './second-step.ts';
import { endAllSessions, endSession } from './session.ts';
import { reauthenticate } from './verify-factor.ts';

/** The ticket of a login that waits for its second factor. */
const Ticket = z.object({ ticket: z.string().max(60).optional() });
const FactorName = Text(60);

/** The operations of authentication. */
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
  /** The person whom a link or a printed code invites. */
  openInvitation: operation({
    who: holderOfSecret,
    does: 'writes',
    connected: 'accounts',
    input: z.object({ segredo: Secret }),
    run: async ({ segredo }, ctx) => {
      const found = await findInvitation(ctx, segredo);
      return found.guardian ? openAsGuardian(ctx, found) : openInvitation(ctx, found);
    },
  }),
  /** Sets the first password with a link or a printed code, once, and logs in. */
  acceptInvitation: operation({
    who: holderOfSecret,
    does: 'writes',
    connected: 'accounts',
    // `aceite`: only for a guardian, who has no registration that asks for it.
    input: z.object({ segredo: Secret, new_password: NewPassword, aceite: z.boolean().optional() }),
    run: async ({ segredo, new_password, aceite }, ctx) => {
      const found = await findInvitation(ctx, segredo);
      if (found.guardian) return acceptAsGuardian(ctx, found, { password: new_password, hasAgreed: aceite === true });
      return acceptInvitation(ctx, found, new_password);
    },
  }),
  /** Creates an account for the empty book that this browser opened. */
  registerWithBook: islandOperation({
    who: holderOfSecret,
    does: 'writes',
    connected: 'accounts',
    input: registerWithBookInput,
    result: LoginAnswer,
    run: (body, ctx) => registerWithBook(ctx, body),
  }),
  /** Ends this session. */
  logout: operation({
    who: user,
    does: 'writes',
    connected: 'composed',
    scopes: ['book', 'former'],
    input: z.object({}),
    run: async (_input, ctx) => {
      const claims = await claimsOf(ctx, ctx.request);
      if (claims) {
        await endSession(ctx.db, claims);
      }
      return { detail: 'Você saiu.' };
    },
  }),
  /** Ends every session of the user. */
  logoutEverywhere: operation({
    who: user,
    does: 'writes',
    connected: 'accounts',
    reauthenticate: 'always',
    input: z.object({}),
    run: async (_input, ctx) => {
      const { userId } = ctx.session;
      await endAllSessions(ctx.db, userId);
      await audit(ctx, 'logout-everywhere', `user:${userId}`);
      return { detail: 'Você saiu de todos os aparelhos.' };
    },
  }),
  /** The account of a login that waits for its second factor, and its factors. */
  getSecondStep: operation({
    who: visitor,
    does: 'reads',
    connected: 'accounts',
    input: Ticket,
    run: ({ ticket }, ctx) => readSecondStep(ctx, ticket),
  }),
  /** The challenge that a passkey signs in the second step of a login. */
  beginSecondStep: islandOperation({
    who: visitor,
    does: 'writes',
    connected: 'accounts',
    input: Ticket,
    result: PasskeyOptions,
    run: async ({ ticket }, ctx) => asJson(await beginSecondStep(ctx, ticket)),
  }),
  /** Logs in with the second factor after the password. */
  finishSecondStep: operation({
    who: visitor,
    does: 'writes',
    connected: 'accounts',
    input: SecondStepAnswer,
    run: (body, ctx) => finishSecondStep(ctx, body),
  }),
  /** The own factors, and how many recovery codes are left. */
  listFactors: operation({
    who: user,
    does: 'reads',
    connected: 'accounts',
    input: z.object({}),
    run: (_input, ctx) => listFactors(ctx),
  }),
  /** The secret for an app that generates codes; it is valid after its first code. */
  startCode: operation({
    who: employee,
    does: 'writes',
    connected: 'accounts',
    reauthenticate: 'always',
    input: z.object({}),
    run: (_input, ctx) => startCode(ctx),
  }),
  /** Adds the app by its first code. */
  confirmCode: operation({
    who: employee,
    does: 'writes',
    connected: 'accounts',
    reauthenticate: 'always',
    input: z.object({ codigo: Code.min(1), nome: FactorName }),
    run: async ({ codigo, nome }, ctx) => ({ codigos: await confirmCode(ctx, codigo, nome) }),
  }),
  /** The challenge for a new passkey. */
  beginPasskey: islandOperation({
    who: employee,
    does: 'writes',
    connected: 'accounts',
    reauthenticate: 'always',
    input: z.object({}),
    result: PasskeyOptions,
    run: async (_input, ctx) => asJson(await beginPasskey(ctx)),
  }),
  /** Adds a passkey. */
  addPasskey: operation({
    who: employee,
    does: 'writes',
    connected: 'accounts',
    reauthenticate: 'always',
    input: z.object({ chave: PasskeyAnswer, nome: FactorName }),
    run: async ({ chave, nome }, ctx) => ({ codigos: await addPasskey(ctx, chave, nome) }),
  }),
  /** Names an own factor. */
  renameFactor: operation({
    who: owner('factor'),
    does: 'writes',
    connected: 'accounts',
    input: z.object({ id: IdParam, nome: FactorName }),
    run: ({ id, nome }, ctx) => renameFactor(ctx, id, nome),
  }),
  /** Removes an own factor. */
  removeFactor: operation({
    who: owner('factor'),
    does: 'writes',
    connected: 'accounts',
    reauthenticate: 'always',
    input: OneId,
    run: async ({ id }, ctx) => {
      await removeFactor(ctx, id);
      return { detail: 'Fator removido.' };
    },
  }),
  /** Creates new recovery codes; the earlier ones become invalid. */
  renewRecoveryCodes: operation({
    who: user,
    does: 'writes',
    connected: 'accounts',
    reauthenticate: 'always',
    input: z.object({}),
    run: async (_input, ctx) => ({ codigos: await renewRecoveryCodes(ctx) }),
  }),
  /** Whether the user re-authenticates by a factor, and whether a passkey works at this address. */
  getReauthenticationMethods: islandOperation({
    who: user,
    does: 'reads',
    connected: 'accounts',
    input: z.object({}),
    result: z.object({ fator: z.boolean(), chave: z.boolean() }),
    run: async (_input, ctx) => {
      const { itens, tem_chave_aqui } = await listFactors(ctx);
      return { fator: itens.length > 0, chave: tem_chave_aqui };
    },
  }),
  /** The challenge that a passkey signs for a re-authentication. */
  beginReauthentication: islandOperation({
    who: user,
    does: 'writes',
    connected: 'accounts',
    input: z.object({}),
    result: PasskeyOptions,
    run: async (_input, ctx) => asJson(await passkeyToSign(ctx, ctx.session.userId)),
  }),
  /** Re-authenticates the user, before operations that require it. */
  reauthenticate: islandOperation({
    who: user,
    does: 'writes',
    connected: 'accounts',
    input: Reauthentication,
    result: Detail,
    run: async (body, ctx) => {
      await reauthenticate(ctx, body);
      return { detail: 'Confirmado.' };
    },
  }),
};

/** The library's options, without undefined fields. */
const asJson = <T extends { challenge: string }>(options: T) => plain(options) as { challenge: string };
