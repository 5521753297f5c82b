import type { BrandKey } from '#lib/brand.ts';
import { Guardian, type User } from '#lib/contract/account.schema.ts';
import { routes } from '#lib/routes.ts';
import { GUARDIAN_CONSENT } from '#lib/rules/account/registration-consent.ts';
import type { ProtectedFields } from '#lib/rules/people/registration-change.ts';
import { guardianCpfWords, registrationChangeMessages } from '#lib/words/account-changes.ts';
import type { Db } from '../../core/db/connection.ts';
import { withUnit } from '../../core/db/people.ts';
import { audit } from '../../core/http/audit.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { brandOfHost } from '../../core/http/public-url.ts';
import { invalid, Refusal } from '../../core/http/refusal.ts';
import type { Mail } from '../../core/ports/mail.ts';
import { notifyPerson } from '../../messages/inbox/notify.ts';
import { notifyStaff } from '../../messages/inbox/notify-staff.ts';
import { queueMail } from '../../messages/mail/outbox.ts';
import { guardianIn } from '../auth/guardian-of.ts';
import { newGuardianLink } from '../auth/invitation.ts';
import { keyOfLink } from '../auth/keyed-link.ts';
import { guardianNewsMail } from '../auth/mails.ts';
import { recordConsent } from './consents.ts';
import { GUARDIAN_LINK } from './name-guardian.ts';
import { applyGuardian, prepareGuardianNews } from './registration-changes.ts';
import { requireOtherGuardian } from './registration-columns.ts';

const wrongLink = () =>
  new Refusal(404, 'Este link não vale mais. Peça outro à escola, ou ao aluno, que o envia pelo portal, em Perfil.', {
    code: 'wrong_link',
  });

/** What the holder of a link is asked to confirm. @throws Refusal 404 for a wrong, old or replaced link */
export async function readGuardianQuestion(ctx: PublicCtx, token: string) {
  return present(await requestOfLink(ctx, ctx.db, token));
}

/**
 * The person named by a minor or by the school confirms, and is the guardian from then on. The accepted text is recorded. A
 * second confirmation changes nothing.
 *
 * @throws Refusal 404 for a wrong link or when the school named another guardian, 422 for another person's CPF
 */
export async function confirmGuardian(ctx: PublicCtx, { token, cpf }: { token: string; cpf: string }) {
  const { change_id: changeId, ...requested } = await requestOfLink(ctx, ctx.db, token);
  const mail =
    changeId === null
      ? null
      : await prepareGuardianNews(ctx.db, changeId, { ...requested, brand: requested.marca ?? brandOfHost(ctx) });
  const answer = await ctx.db.transaction().execute(async (tx) => {
    const request = await requestOfLink(ctx, tx, token);
    const { cpf: named } = Guardian.parse(JSON.parse(request.guardian));
    if (named !== cpf) {
      throw invalid('Este CPF não é o do responsável indicado.', { cpf: 'CPF diferente do indicado' });
    }
    requireOtherGuardian({ cpf: request.own_cpf, guardian: { cpf } }, { cpf: guardianCpfWords.isStudent });
    const at = ctx.now();
    const confirmed = await tx
      .updateTable('guardian_requests')
      .set({ confirmado_em: at.toISOString() })
      .where('user_id', '=', request.user_id)
      .where('chave', '=', request.chave)
      .where('confirmado_em', 'is', null)
      .returning('user_id')
      .executeTakeFirst();
    if (!confirmed) return present(await requestOfLink(ctx, tx, token));
    if (!(await set(tx, request, mail, at))) throw wrongLink();
    await audit({ ...ctx, session: undefined, db: tx }, 'guardian-confirmed', `user:${request.user_id}`);
    await recordConsent({ ...ctx, db: tx }, request.user_id, 'responsavel', GUARDIAN_CONSENT.version);
    await notifyPerson(tx, at, {
      userId: request.user_id,
      category: 'aviso',
      title: 'Seu responsável confirmou',
      body: 'Seu cadastro está completo. A escola fala com ele sobre pagamentos e autorizações.',
      path: routes.me(),
    });
    return present({ ...request, confirmado_em: at.toISOString() });
  });
  if (mail) ctx.wake();
  return answer;
}

/**
 * Lets a confirmed guardian choose a password: the link was opened from her mailbox.
 *
 * @returns the secret of an invitation. @throws Refusal 404 for a wrong link, or before the confirmation
 */
export async function startGuardianAccess(ctx: PublicCtx, token: string): Promise<{ segredo: string }> {
  const { user_id: userId, confirmado_em, known } = await requestOfLink(ctx, ctx.db, token);
  const guardian = guardianIn(known);
  if (confirmado_em === null || !guardian) throw wrongLink();
  return { segredo: await newGuardianLink(ctx.db, { userId, guardian }, ctx.now()) };
}

/** A guardian named by the minor replaces nobody; a guardian named by the school replaces the previous one now (0157). */
async function set(
  tx: Db,
  { user_id, guardian, change_id }: Awaited<ReturnType<typeof requestOfLink>>,
  mail: Mail | null,
  at: Date,
): Promise<boolean> {
  if (change_id !== null) return applyGuardian(tx, change_id, { guardian, mail }, at);
  const done = await tx
    .updateTable('users')
    .set({ guardian, changed_at: at.toISOString() })
    .where('id', '=', user_id)
    .where('guardian', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return done !== undefined;
}

async function requestOfLink(ctx: PublicCtx, db: Db, token: string) {
  const chave = await keyOfLink(ctx, GUARDIAN_LINK, token);
  if (chave === undefined) throw wrongLink();
  const row = await db
    .selectFrom('guardian_requests')
    .innerJoin('users', 'users.id', 'guardian_requests.user_id')
    .$call(withUnit)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select([
      'guardian_requests.user_id',
      'guardian_requests.guardian',
      'guardian_requests.chave',
      'guardian_requests.confirmado_em',
      'guardian_requests.change_id',
      'users.full_name',
      'users.guardian as known',
      'users.cpf as own_cpf',
      'companies.nome as escola',
      'schools.marca',
    ])
    .where('guardian_requests.chave', '=', chave)
    .where('users.is_blocked', '=', false)
    .executeTakeFirst();
  const isReplaced = row?.known !== null && row?.change_id === null && row.confirmado_em === null;
  if (!row || isReplaced) throw wrongLink();
  return row;
}

function present({
  full_name,
  guardian,
  escola,
  confirmado_em,
}: Pick<Awaited<ReturnType<typeof requestOfLink>>, 'full_name' | 'guardian' | 'escola' | 'confirmado_em'>) {
  const { full_name: responsavel, relation } = Guardian.parse(JSON.parse(guardian));
  return { aluno: full_name, responsavel, parentesco: relation, escola, confirmado_em };
}

/**
 * The mail to the guardian who stays; null if no new guardian is waiting. Rendered before the transaction.
 *
 * @param fallback the brand for a user without a school
 */
export async function prepareWithdrawal(user: User, fallback: BrandKey): Promise<Mail | null> {
  const { guardian, guardian_pending, full_name, drive_user } = user;
  if (!guardian || !guardian_pending) return null;
  const to = { to: guardian.email, name: guardian.full_name, brand: drive_user?.company.marca ?? fallback };
  return guardianNewsMail({ ...to, student: full_name, next: null });
}

/**
 * The office withdraws a new guardian who has not confirmed: the request and its link end, and the change counts as undone. Other
 * fields of the same change stay, and can still be undone.
 *
 * @param mail to the guardian who stays. @returns false if no guardian named by the school is waiting
 */
export async function withdrawGuardian(tx: Db, userId: number, mail: Mail | null, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const request = await tx
    .deleteFrom('guardian_requests')
    .where('user_id', '=', userId)
    .where('change_id', 'is not', null)
    .where('confirmado_em', 'is', null)
    .where('expira_em', '>', at)
    .returning('change_id')
    .executeTakeFirst();
  if (!request) return false;
  const waiting = await tx
    .selectFrom('registration_changes')
    .select(['id', 'old_values', 'new_values'])
    .where('user_id', '=', userId)
    .where('guardian_at', 'is', null)
    .where('undone_at', 'is', null)
    .execute();
  for (const { id, old_values, new_values } of waiting) {
    const [before, after] = [withoutGuardian(old_values), withoutGuardian(new_values)];
    const others = { old_values: JSON.stringify(before), new_values: JSON.stringify(after), guardian_at: at };
    await tx
      .updateTable('registration_changes')
      .set(Object.keys(after).length === 0 ? { undone_at: at } : others)
      .where('id', '=', id)
      .execute();
  }
  if (mail) await queueMail(tx, 'registration-change', mail, now);
  const path = routes.profile.data();
  await notifyPerson(tx, now, { userId, category: 'aviso', ...registrationChangeMessages.withdrawn, path });
  await notifyStaff(tx, now, {
    kind: 'cadastro_menor',
    about: `${request.change_id}:retirado`,
    params: { id: userId, what: 'retirado' },
    at: { userId },
  });
  return true;
}

function withoutGuardian(json: string): Partial<ProtectedFields> {
  const { guardian: _guardian, ...others } = JSON.parse(json) as Partial<ProtectedFields>;
  return others;
}
