import type * as profile from '#lib/contract/account-profile.ts';
import { audit } from '../http/audit.ts';
import type { Routes } from '../http/handler.ts';
import { exportPerson } from '../privacy/export-person.ts';
import { readAvatar, uploadAvatar } from './avatar.ts';

/** The user's own profile: picture, sessions, accounts, family and privacy. */
export const profileRoutes: Routes<typeof profile> = {
  uploadAvatar: (_input, ctx) => uploadAvatar(ctx),
  getAvatar: ({ params }, ctx) => readAvatar(ctx, params.chave),
  downloadExport: async (_input, ctx) => {
    await audit(ctx, 'data-export', `user:${ctx.session.userId}`);
    return exportPerson(ctx);
  },
};
