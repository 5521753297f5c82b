import type * as account from '#lib/contract/account.ts';
import { maskEmail, maskName } from '#lib/format/text.ts';
import { errorMessages } from '#lib/words/errors.ts';
import { emailKey } from '../auth/find-accounts.ts';
import { noteSession } from '../auth/open-session.ts';
import { people } from '../db/people.ts';
import { downloadDocument } from '../documents/document-file.ts';
import { isAdmin, ownUnit, reachBy, within } from '../http/access.ts';
import { auditView } from '../http/audit.ts';
import type { Ctx } from '../http/ctx.ts';
import type { Routes } from '../http/handler.ts';
import { refused } from '../http/refusal.ts';
import { chatToken } from './chat-token.ts';
import { findAddress } from './find-address.ts';
import { requireReach } from './policy.ts';
import { presentAction, presentUserRow } from './present.ts';
import { profileRoutes } from './profile-routes.ts';
import { searchUsers, type UserFilter, userActionIds } from './queries.ts';
import { seenBy } from './seen-by.ts';
import {
  readMe,
  readUser,
  updateClub,
  updatePassword,
  updateProfile,
  updateRegistration,
  updateRelatedUsers,
} from './update-user.ts';
import { sendEmailVerification, verifyEmail } from './verify-email.ts';

export const accountRoutes: Routes<typeof account> = {
  getMe: async (_input, ctx) => {
    // Every page makes this call, so it does not wait for the write.
    void noteSession(ctx).catch((error: unknown) => ctx.log.warn({ err: error }, 'a session was not noted'));
    const read = await readMe(ctx);
    const { isStaff, needsFactor, ownDataOnly } = ctx.session;
    if (ownDataOnly) return { ...seenBy(ctx.session, read), tem_criancas: null, so_dados: true };
    const user = seenBy(ctx.session, read);
    return isStaff ? { ...user, direitos: heldRights(ctx.session), precisa_fator: needsFactor } : user;
  },
  checkEmail: async ({ query }, ctx) => {
    const user = await findByKey(ctx, 'email_key', emailKey(query.email));
    if (!user) throw refused(errorMessages.account.emailUnknown);
    return { id: user.id, full_name_masked: maskName(user.full_name), email_masked: maskEmail(user.email) };
  },
  checkExists: async ({ query }, ctx) => {
    const user = query.cpf
      ? await findByKey(ctx, 'cpf', query.cpf.replace(/\D/g, ''))
      : await findByKey(ctx, 'email_key', emailKey(query.email ?? ''));
    return { exists: user !== undefined };
  },
  listUsers: ({ query }, ctx) => listFor(ctx, query),
  searchUsers: ({ query }, ctx) => listFor(ctx, { ...query, companyId: query.company_id, isClub: query.is_club }),
  getUser: async ({ params }, ctx) => {
    await requireReach(ctx, params.id);
    if (params.id !== ctx.session.userId) await auditView(ctx, 'user-read', `user:${params.id}`);
    return seenBy(ctx.session, await readUser(ctx, params.id));
  },
  listUserActions: async ({ params }, ctx) => {
    await requireReach(ctx, params.id);
    return (await userActionIds(ctx.db, params.id)).map(presentAction);
  },
  sendEmailVerification: ({ query }, ctx) => sendEmailVerification(ctx, query.email),
  verifyEmail: ({ body }, ctx) => verifyEmail(ctx, body.token_email),
  updateRegistration: ({ body }, ctx) => updateRegistration(ctx, body),
  updateProfile: ({ body }, ctx) => updateProfile(ctx, body),
  updateClub: ({ body }, ctx) => updateClub(ctx, body),
  updateRelatedUsers: ({ body }, ctx) => updateRelatedUsers(ctx, body.drive_users_ids),
  updatePassword: ({ body }, ctx) => updatePassword(ctx, body),
  getAddress: ({ params }, ctx) => findAddress(ctx, params.cep),
  getChatToken: async (_input, ctx) => chatToken(ctx),
  downloadDocument: ({ params }, ctx) => downloadDocument(ctx, params.code),
  ...profileRoutes,
};

/** A printed code opens no panel. */
const heldRights = ({ scope, rights }: Ctx['session']) => (scope === 'full' ? [...rights.keys()] : []);

async function listFor(ctx: Ctx, filter: Omit<UserFilter, 'reach'>) {
  const { items, total } = await searchUsers(ctx.database.aside, { ...filter, reach: ctx.reach });
  return { items: items.map(presentUserRow), total, limit: filter.limit, offset: filter.offset };
}

/** Look-ups that tell whether a person exists. They are limited, and students see only their own unit. */
async function findByKey(ctx: Ctx, column: 'email_key' | 'cpf', value: string) {
  await ctx.limits.take('check-user', String(ctx.session.userId));
  const query = people(ctx.db)
    .select(['users.id', 'users.full_name', 'users.email'])
    .where(`users.${column}`, '=', value)
    .orderBy('users.id');
  if (isAdmin(ctx.session)) return query.executeTakeFirst();
  const reach = reachBy(ctx.session, ['alunos']);
  return reach
    ? query.$call(within(reach)).executeTakeFirst()
    : query.where('companies.id', '=', ownUnit(ctx.session)).executeTakeFirst();
}
