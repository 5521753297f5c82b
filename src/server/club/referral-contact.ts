import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../core/db/connection.ts';
import { enrolled } from '../core/db/people.ts';
import { unitCity } from '../core/db/units.ts';
import type { School } from '../core/http/ctx.ts';
import { takeLead } from '../messages/contacts/take-lead.ts';
import { notifyStaff } from '../messages/inbox/notify-staff.ts';
import type { ReferralRow } from './present.ts';

/** The source in the list of contacts, among the sources that the office enters. */
const SOURCE = 'Indicação';

/**
 * Adds the friend of a referral to the contacts of the member's unit and notifies its staff, so that all prospects are in one
 * list. A telephone that the school already has is the same contact.
 *
 * @param userId the member; absent if the friend wrote
 */
export async function addFriendToContacts(
  tx: Db,
  { config, now }: Pick<School, 'config' | 'now'>,
  referral: ReferralRow,
  userId?: number,
): Promise<void> {
  const member = await enrolled(tx)
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .leftJoin('club_codes', 'club_codes.user_id', 'users.id')
    .select(['companies.id', 'companies.escola_id', 'schools.marca', unitCity.as('cidade'), 'club_codes.codigo'])
    .where('users.id', '=', referral.user_id)
    .executeTakeFirst();
  if (!member) return;
  const { nome, telefone, email, cidade } = referral;
  const at = now();
  const taken = await takeLead(
    tx,
    {
      ...{ nome, telefone, email, cidade: cidade ?? member.cidade },
      ...{ pagina: SOURCE, marca: member.marca, unidade: member, hasUnits: true },
      ...{ indicacao_code: member.codigo, utm: null, english_test: null },
      dia: dayIn(config.SCHOOL_TIME_ZONE, at),
      ...(userId !== undefined && { por: userId }),
    },
    at,
  );
  if (taken.event === null) return;
  const params = { id: taken.id };
  await notifyStaff(tx, at, {
    kind: 'indicacao_nova',
    about: taken.event,
    params,
    at: { unitId: taken.unidade_id },
  });
}
