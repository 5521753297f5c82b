import type { School } from '../http/ctx.ts';
import { Refusal } from '../http/refusal.ts';
import { creditFriend } from './credit-enrolment.ts';
import { type Match, matchesOf } from './enrolled-friends.ts';

/** Credits referrals whose friend the school enrolled, by an import perhaps. What a rule forbids waits for a person. */
export async function creditEnrolledFriends(school: School): Promise<void> {
  for (const match of await matchesOf(school.db, null)) {
    await credit(school, match).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }
}

function credit(school: School, { referral_id, id, contrato_id }: Match): Promise<void> {
  return school.db.transaction().execute(async (tx) => {
    const referral = await tx
      .selectFrom('referrals')
      .selectAll()
      .where('id', '=', referral_id)
      .executeTakeFirstOrThrow();
    const contract = contrato_id === null ? {} : { contratoId: contrato_id };
    await creditFriend(tx, school, referral, { at: school.now(), friendId: id, ...contract });
  });
}
