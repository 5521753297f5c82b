import type * as profile from '#lib/contract/account-profile.ts';
import { downloadExport } from '#lib/contract/account-profile.ts';
import { API_PREFIX } from '#lib/contract/core.ts';
import { confirmGuardian, readGuardianQuestion } from '../family/confirm-guardian.ts';
import { listFamily } from '../family/read-family.ts';
import { audit } from '../http/audit.ts';
import type { Routes } from '../http/handler.ts';
import { countFailures } from '../http/limits.ts';
import { askErasure, keepAccount, readErasure } from '../privacy/ask-erasure.ts';
import { exportPerson } from '../privacy/export-person.ts';
import { readAvatar, uploadAvatar } from './avatar.ts';
import { readOwnEmail, undoOwnEmail } from './change-email.ts';
import { listConsents } from './consents.ts';
import { endOtherSession, listSessions } from './known-sessions.ts';
import { nameGuardian, remindGuardian } from './name-guardian.ts';
import { listSwitchable, switchAccount } from './switch-account.ts';
import { agreeToEmail, checkEmailChange, undoEmailChange } from './undo-email.ts';
import { checkRegistrationChange, undoRegistrationChange } from './undo-registration.ts';

/** The user's own profile: picture, sessions, accounts, family and privacy. */
export const profileRoutes: Routes<typeof profile> = {
  uploadAvatar: (_input, ctx) => uploadAvatar(ctx),
  getAvatar: ({ params }, ctx) => readAvatar(ctx, params.chave),
  listSwitchable: (_input, ctx) => listSwitchable(ctx),
  switchAccount: ({ body }, ctx) => switchAccount(ctx, body.user_id),
  listSessions: (_input, ctx) => listSessions(ctx),
  endSession: ({ params }, ctx) => endOtherSession(ctx, params.id),
  getOwnEmail: (_input, ctx) => readOwnEmail(ctx),
  undoOwnEmail: ({ body }, ctx) => undoOwnEmail(ctx, body.tipo),
  checkEmailChange: ({ params }, ctx) => checkEmailChange(ctx, params.token),
  undoEmailChange: ({ params }, ctx) => undoEmailChange(ctx, params.token),
  agreeToEmail: ({ params }, ctx) => agreeToEmail(ctx, params.token),
  checkRegistrationChange: ({ params }, ctx) => checkRegistrationChange(ctx, params.token),
  undoRegistrationChange: ({ params }, ctx) => undoRegistrationChange(ctx, params.token),
  restartTours: async (_input, { db, session }) => {
    await db.deleteFrom('driver_tours').where('user_id', '=', session.userId).execute();
    return { detail: 'As dicas aparecem de novo em cada página.' };
  },
  listFamily: (_input, ctx) => listFamily(ctx),
  nameGuardian: ({ body }, ctx) => nameGuardian(ctx, body),
  remindGuardian: (_input, ctx) => remindGuardian(ctx),
  getGuardianQuestion: ({ params }, ctx) =>
    countFailures(ctx.limits, 'consent', ctx.caller.address, () => readGuardianQuestion(ctx, params.token)),
  confirmGuardian: ({ body }, ctx) =>
    countFailures(ctx.limits, 'consent', ctx.caller.address, () => confirmGuardian(ctx, body)),
  exportData: async (_input, ctx) => {
    // Nothing is prepared: the file is made during the download, from the data of that moment.
    const url = API_PREFIX + downloadExport.path;
    return { id: String(ctx.session.userId), status: 'pronto' as const, url };
  },
  downloadExport: async (_input, ctx) => {
    await audit(ctx, 'data-export', `user:${ctx.session.userId}`);
    return exportPerson(ctx);
  },
  getErasure: (_input, ctx) => readErasure(ctx),
  deleteAccount: ({ body }, ctx) => askErasure(ctx, body),
  keepAccount: (_input, ctx) => keepAccount(ctx),
  listConsents: (_input, ctx) => listConsents(ctx),
};
