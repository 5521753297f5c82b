import { z } from 'zod';
import * as contract from '#lib/contract/account.ts';
import { GuardianInput } from '#lib/contract/account-shapes.schema.ts';
import { API_PREFIX } from '#lib/contract/core.ts';
import { Cpf, Id, IdParam } from '#lib/contract/shapes.schema.ts';
import { audit } from '../../core/http/audit.ts';
import { countFailures } from '../../core/http/limits.ts';
import { endpoint, operation } from '../../core/http/operation.ts';
import { holderOfSecret, owner, user } from '../../core/http/who.ts';
import { askErasure, keepAccount, readErasure } from '../../operate/privacy/erasure.ts';
import { exportPerson } from '../../operate/privacy/export-person.ts';
import { readFamilyChoice, setFamilyChoice } from '../family/family-choice.ts';
import { listFamily, readChild } from '../family/read-family.ts';
import { readAvatar, uploadAvatar } from './avatar.ts';
import { readOwnEmail, undoOwnEmail } from './change-email.ts';
import { listConsents } from './consents.ts';
import { confirmGuardian, readGuardianQuestion, startGuardianAccess } from './guardian.ts';
import { deleteAccountInput, LinkToken, UndoToken } from './inputs.ts';
import { nameGuardian, remindGuardian } from './name-guardian.ts';
import { endOtherSession, listSessions, listSwitchable, switchAccount } from './sessions.ts';
import {
  agreeToEmail,
  checkEmailChange,
  checkRegistrationChange,
  undoEmailChange,
  undoRegistrationChange,
} from './undo.ts';

/** The operations of the profile. */
export const accountProfileOperations = {
  /** Accounts to which the user can switch without a password. */
  listSwitchable: operation({
    who: user,
    does: 'reads',
    connected: 'accounts',
    input: z.object({}),
    run: (_input, ctx) => listSwitchable(ctx),
  }),
  /** Switches to another account with the same verified e-mail. */
  switchAccount: operation({
    who: owner('account'),
    does: 'writes',
    connected: 'accounts',
    input: z.object({ user_id: Id }),
    run: ({ user_id }, ctx) => switchAccount(ctx, user_id),
  }),
  /** The open sessions of the account. */
  listSessions: operation({
    who: user,
    does: 'reads',
    connected: 'accounts',
    input: z.object({}),
    run: (_input, ctx) => listSessions(ctx),
  }),
  /** Ends one session. */
  endSession: operation({
    who: owner('session'),
    does: 'writes',
    connected: 'accounts',
    input: z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/) }),
    reauthenticate: 'always',
    run: ({ id }, ctx) => endOtherSession(ctx, id),
  }),
  /** The own e-mail and a requested replacement. */
  getOwnEmail: operation({
    who: user,
    does: 'reads',
    connected: 'accounts',
    input: z.object({}),
    run: (_input, ctx) => readOwnEmail(ctx),
  }),
  /** Undoes the user's own request for another e-mail, or the school's change (see `encerra`). */
  undoOwnEmail: operation({
    who: user,
    does: 'writes',
    connected: 'accounts',
    input: z.object({ tipo: z.enum(['pendente', 'escola']) }),
    run: ({ tipo }, ctx) => undoOwnEmail(ctx, tipo),
  }),
  /** The change of e-mail that the link in the old mailbox belongs to. */
  checkEmailChange: operation({
    who: holderOfSecret,
    does: 'reads',
    connected: 'accounts',
    input: UndoToken,
    run: ({ token }, ctx) => checkEmailChange(ctx, token),
  }),
  /** Undoes a change of e-mail, for the reader of the old mailbox. */
  undoEmailChange: operation({
    who: holderOfSecret,
    does: 'writes',
    connected: 'accounts',
    input: UndoToken,
    run: ({ token }, ctx) => undoEmailChange(ctx, token),
  }),
  /** Agrees to an e-mail that the school wrote. */
  agreeToEmail: operation({
    who: holderOfSecret,
    does: 'writes',
    connected: 'accounts',
    input: UndoToken,
    run: ({ token }, ctx) => agreeToEmail(ctx, token),
  }),
  /** The change that the link in the mail to the previous guardian belongs to. */
  checkRegistrationChange: operation({
    who: holderOfSecret,
    does: 'reads',
    connected: 'accounts',
    input: UndoToken,
    run: ({ token }, ctx) => checkRegistrationChange(ctx, token),
  }),
  /** Undoes a change of a minor’s guardian, CPF or birth date, for the previous guardian. */
  undoRegistrationChange: operation({
    who: holderOfSecret,
    does: 'writes',
    connected: 'accounts',
    input: UndoToken,
    run: ({ token }, ctx) => undoRegistrationChange(ctx, token),
  }),
  /** The children of a guardian. */
  listFamily: operation({
    who: user,
    does: 'reads',
    connected: 'accounts',
    input: z.object({}),
    run: (_input, ctx) => listFamily(ctx),
  }),
  /** Whether the family of an adult may still see the account; null for minors and people without a guardian. */
  getFamilyChoice: operation({
    who: user,
    does: 'reads',
    connected: 'accounts',
    input: z.object({}),
    run: (_input, ctx) => readFamilyChoice(ctx),
  }),
  /** An adult decides whether the family may still see the account. */
  setFamilyChoice: operation({
    who: user,
    does: 'writes',
    connected: 'accounts',
    input: z.object({ pode_ver: z.boolean() }),
    run: ({ pode_ver }, ctx) => setFamilyChoice(ctx, pode_ver),
  }),
  /** A child of the guardian, by default the first one, with the work of each class. */
  getChild: operation({
    who: user,
    does: 'reads',
    connected: 'accounts',
    input: z.object({ aluno: IdParam.nullish() }),
    run: ({ aluno }, ctx) => readChild(ctx, aluno),
  }),
  /** Names the guardian of a minor, who is asked by mail. */
  nameGuardian: operation({
    who: user,
    does: 'writes',
    connected: 'accounts',
    input: GuardianInput,
    run: (body, ctx) => nameGuardian(ctx, body),
  }),
  /** Mails the named guardian a new link. */
  remindGuardian: operation({
    who: user,
    does: 'writes',
    connected: 'accounts',
    input: z.object({}),
    run: (_input, ctx) => remindGuardian(ctx),
  }),
  /** The question to somebody who was named as a guardian. */
  getGuardianQuestion: operation({
    who: holderOfSecret,
    does: 'reads',
    connected: 'accounts',
    input: z.object({ token: LinkToken }),
    run: ({ token }, ctx) =>
      countFailures(ctx.limits, 'consent', ctx.caller.address, () => readGuardianQuestion(ctx, token)),
  }),
  /** A guardian confirms to be responsible for the minor. */
  confirmGuardian: operation({
    who: holderOfSecret,
    does: 'writes',
    connected: 'accounts',
    input: z.object({ token: LinkToken, cpf: Cpf, aceite: z.literal(true) }),
    run: (body, ctx) => countFailures(ctx.limits, 'consent', ctx.caller.address, () => confirmGuardian(ctx, body)),
  }),
  /** A confirmed guardian continues to choosing a password. */
  startGuardianAccess: operation({
    who: holderOfSecret,
    does: 'writes',
    connected: 'accounts',
    input: z.object({ token: LinkToken }),
    run: ({ token }, ctx) =>
      countFailures(ctx.limits, 'consent', ctx.caller.address, () => startGuardianAccess(ctx, token)),
  }),
  /** The address at which the user downloads all data that the portal holds about them. */
  exportData: operation({
    who: user,
    does: 'reads',
    connected: 'here',
    scopes: ['former'],
    input: z.object({}),
    run: async (_input, ctx) => {
      // The file is generated during the download, from the data of that moment.
      const url = API_PREFIX + contract.downloadExport.path;
      return { id: String(ctx.session.userId), status: 'pronto' as const, url };
    },
  }),
  /** Whether and when the account will be erased. */
  getErasure: operation({
    who: user,
    does: 'reads',
    connected: 'accounts',
    scopes: ['former'],
    input: z.object({}),
    run: (_input, ctx) => readErasure(ctx),
  }),
  /** Asks for the account to be erased. */
  deleteAccount: operation({
    who: user,
    does: 'writes',
    connected: 'accounts',
    scopes: ['former'],
    input: deleteAccountInput,
    run: (body, ctx) => askErasure(ctx, body),
  }),
  /** Withdraws the request for erasure. */
  keepAccount: operation({
    who: user,
    does: 'writes',
    connected: 'accounts',
    scopes: ['former'],
    input: z.object({}),
    run: (_input, ctx) => keepAccount(ctx),
  }),
  /** Consents given, with date. */
  listConsents: operation({
    who: user,
    does: 'reads',
    connected: 'accounts',
    scopes: ['former'],
    input: z.object({}),
    run: (_input, ctx) => listConsents(ctx),
  }),
  uploadAvatar: endpoint(contract.uploadAvatar, {
    who: user,
    connected: 'accounts',
    run: (_input, ctx) => uploadAvatar(ctx),
  }),
  getAvatar: endpoint(contract.getAvatar, {
    who: holderOfSecret,
    connected: 'accounts',
    run: ({ params }, ctx) => readAvatar(ctx, params.chave),
  }),
  downloadExport: endpoint(contract.downloadExport, {
    who: user,
    connected: 'here',
    scopes: ['former'],
    run: async (_input, ctx) => {
      await audit(ctx, 'data-export', `user:${ctx.session.userId}`);
      return exportPerson(ctx);
    },
  }),
};
