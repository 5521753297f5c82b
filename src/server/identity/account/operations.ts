import { z } from 'zod';
import { DocumentCode } from '#lib/contract/account.schema.ts';
import * as contract from '#lib/contract/account.ts';
import { IdParam, Text } from '#lib/contract/shapes.schema.ts';
import { maskEmail, maskName } from '#lib/format/text.ts';
import { emailKey } from '#lib/rules/account/email-key.ts';
import { errorMessages } from '#lib/words/errors.ts';
import { people } from '../../core/db/people.ts';
import { isAdmin, ownUnit, reachBy, within } from '../../core/http/access.ts';
import { auditView } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { endpoint, operation } from '../../core/http/operation.ts';
import { refused } from '../../core/http/refusal.ts';
import { holderOfSecret, owner, ownerOrStaff, staff, user, visitor } from '../../core/http/who.ts';
import { checkDocument } from '../../money/documents/check-document.ts';
import { createDocument } from '../../money/documents/declarations.ts';
import { documentFile, documentOfCode } from '../../money/documents/document-file.ts';
import { noteSession } from '../auth/open-session.ts';
import { asChild, minorsOf, requireAmong } from '../family/children.ts';
import { chatToken } from './chat-token.ts';
import { findAddress } from './find-address.ts';
import { DocumentKind } from './inputs.ts';
import { requireReach } from './policy.ts';
import { presentAction, presentUserRow } from './present.ts';
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

/** The operations of the account area. */
export const accountOperations = {
  /** Makes a document about an own class, bill or year. */
  createDocument: operation({
    who: owner('subject'),
    does: 'writes',
    connected: 'grades',
    input: z.object({ tipo: DocumentKind, referencia: Text(60).nullish(), aluno: IdParam.nullish() }),
    run: async ({ aluno, ...body }, ctx) =>
      createDocument(aluno == null ? ctx : asChild(ctx, requireAmong(await minorsOf(ctx), aluno)), body),
  }),
  /** Whether a document is genuine. */
  verifyDocument: operation({
    who: visitor,
    does: 'reads',
    connected: 'here',
    input: DocumentCode,
    run: ({ code }, ctx) => checkDocument(ctx, code),
  }),
  getMe: endpoint(contract.getMe, {
    who: user,
    connected: 'host',
    scopes: ['book', 'former'],
    run: async (_input, ctx) => {
      // Every page makes this call, so it does not wait for the write.
      void noteSession(ctx).catch((error: unknown) => ctx.log.warn({ err: error }, 'a session was not noted'));
      const read = await readMe(ctx);
      const { isStaff, needsFactor, ownDataOnly } = ctx.session;
      if (ownDataOnly) return { ...seenBy(ctx.session, read), tem_criancas: null, so_dados: true };
      const user = seenBy(ctx.session, read);
      return isStaff ? { ...user, direitos: heldRights(ctx.session), precisa_fator: needsFactor } : user;
    },
  }),
  checkEmail: endpoint(contract.checkEmail, {
    who: user,
    connected: 'host',
    run: async ({ query }, ctx) => {
      const user = await findByKey(ctx, 'email_key', emailKey(query.email));
      if (!user) throw refused(errorMessages.account.emailUnknown);
      return { id: user.id, full_name_masked: maskName(user.full_name), email_masked: maskEmail(user.email) };
    },
  }),
  checkExists: endpoint(contract.checkExists, {
    who: user,
    connected: 'host',
    run: async ({ query }, ctx) => {
      const user = query.cpf
        ? await findByKey(ctx, 'cpf', query.cpf.replace(/\D/g, ''))
        : await findByKey(ctx, 'email_key', emailKey(query.email ?? ''));
      return { exists: user !== undefined };
    },
  }),
  listUsers: endpoint(contract.listUsers, {
    who: staff(['alunos', 'mensagens']),
    connected: 'host',
    run: ({ query }, ctx) => listFor(ctx, query),
  }),
  searchUsers: endpoint(contract.searchUsers, {
    who: staff(['alunos', 'turmas', 'mensagens']),
    connected: 'host',
    run: ({ query }, ctx) => listFor(ctx, { ...query, companyId: query.company_id, isClub: query.is_club }),
  }),
  getUser: endpoint(contract.getUser, {
    who: ownerOrStaff('alunos', 'person'),
    connected: 'host',
    run: async ({ params }, ctx) => {
      await requireReach(ctx, params.id);
      if (params.id !== ctx.session.userId) await auditView(ctx, 'user-read', `user:${params.id}`);
      return seenBy(ctx.session, await readUser(ctx, params.id));
    },
  }),
  listUserActions: endpoint(contract.listUserActions, {
    who: ownerOrStaff('alunos', 'person'),
    connected: 'host',
    run: async ({ params }, ctx) => {
      await requireReach(ctx, params.id);
      return (await userActionIds(ctx.db, params.id)).map(presentAction);
    },
  }),
  sendEmailVerification: endpoint(contract.sendEmailVerification, {
    who: user,
    connected: 'host',
    run: ({ query }, ctx) => sendEmailVerification(ctx, query.email),
  }),
  verifyEmail: endpoint(contract.verifyEmail, {
    who: user,
    connected: 'host',
    run: ({ body }, ctx) => verifyEmail(ctx, body.token_email),
  }),
  updateRegistration: endpoint(contract.updateRegistration, {
    who: user,
    connected: 'host',
    run: ({ body }, ctx) => updateRegistration(ctx, body),
  }),
  updateProfile: endpoint(contract.updateProfile, {
    who: user,
    connected: 'host',
    run: ({ body }, ctx) => updateProfile(ctx, body),
  }),
  updateClub: endpoint(contract.updateClub, {
    who: user,
    connected: 'host',
    run: ({ body }, ctx) => updateClub(ctx, body),
  }),
  updateRelatedUsers: endpoint(contract.updateRelatedUsers, {
    who: user,
    connected: 'host',
    run: ({ body }, ctx) => updateRelatedUsers(ctx, body.drive_users_ids),
  }),
  updatePassword: endpoint(contract.updatePassword, {
    who: user,
    connected: 'host',
    run: ({ body }, ctx) => updatePassword(ctx, body),
  }),
  getAddress: endpoint(contract.getAddress, {
    who: holderOfSecret,
    connected: 'here',
    run: ({ params }, ctx) => findAddress(ctx, params.cep),
  }),
  getChatToken: endpoint(contract.getChatToken, {
    who: user,
    connected: 'host',
    run: async (_input, ctx) => chatToken(ctx),
  }),
  downloadDocument: endpoint(contract.downloadDocument, {
    who: owner('document', familyDocument),
    connected: 'grades',
    run: (_input, ctx) => documentFile(ctx, ctx.thing),
  }),
};

/** The document of the user, or of a child, that an address names by its code. @throws Refusal 404 */
async function familyDocument(ctx: Ctx, { code }: { code: string }) {
  const owners = [ctx.session.userId, ...(await minorsOf(ctx)).map(({ id }) => id)];
  return documentOfCode(ctx, { code, owners });
}

/** The rights of a full session; a printed code does not open the panel. */
const heldRights = ({ scope, rights }: Ctx['session']) => (scope === 'full' ? [...rights.keys()] : []);

async function listFor(ctx: Ctx, filter: Omit<UserFilter, 'reach'>) {
  const { items, total } = await searchUsers(ctx.database.longReads, { ...filter, reach: ctx.reach });
  return { items: items.map(presentUserRow), total, limit: filter.limit, offset: filter.offset };
}

/** Look-ups that reveal whether a person exists. They are rate-limited, and students find only people of their own unit. */
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
