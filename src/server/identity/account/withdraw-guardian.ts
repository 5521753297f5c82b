import type { BrandKey } from '#lib/brand.ts';
import type { User } from '#lib/contract/account.schema.ts';
import { routes } from '#lib/routes.ts';
import type { ProtectedFields } from '#lib/rules/people/registration-change.ts';
import { registrationChangeMessages } from '#lib/words/account-changes.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Mail } from '../../core/ports/mail.ts';
import { tell } from '../../messages/inbox/notify.ts';
import { tellStaff } from '../../messages/inbox/tell-staff.ts';
import { queueMail } from '../../messages/mail/outbox.ts';
import { guardianNewsMail } from '../auth/mails.ts';

/**
 * The mail to the guardian who stays; null: nobody waits in that one's place. Made before the transaction.
 *
 * @param fallback the brand of somebody without a school
 */
export async function prepareWithdrawal(user: User, fallback: BrandKey): Promise<Mail | null> {
  const { guardian, guardian_pending, full_name, drive_user } = user;
  if (!guardian || !guardian_pending) return null;
  const to = { to: guardian.email, name: guardian.full_name, brand: drive_user?.company.marca ?? fallback };
  return guardianNewsMail({ ...to, student: full_name, next: null });
}

/**
 * The office takes back a new guardian who has not confirmed: the request and its link end, and the change counts as
 * undone. What else the same change wrote stays, and can still be undone.
 *
 * @param mail to the guardian who stays. @returns false if nobody waits whom the school named
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
  await tell(tx, now, { userId, category: 'aviso', ...registrationChangeMessages.withdrawn, path });
  await tellStaff(tx, now, {
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
