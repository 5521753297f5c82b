import { oneByOne } from '../core/db/in-batches.ts';
import type { School } from '../core/http/ctx.ts';
import { Refusal } from '../core/http/refusal.ts';
import { creditFriend } from './credit-enrolment.ts';
import { allMatches, type Match, type MatchIn } from './enrolled-friends.ts';
import { expectedPoints } from './move-referral.ts';

/** Credits referrals whose friend the school enrolled, also by an import. What a rule forbids waits for a person. */
export async function creditEnrolledFriends(school: School): Promise<void> {
  /** Points of a friend by school. Where both rules are off, nothing is tried. */
  const worth = new Map<number | null, number>();
  for await (const matches of allMatches(school.db)) {
    const work = { job: 'creditEnrolledFriends', idOf: ({ referral_id }: MatchIn) => referral_id };
    await oneByOne(school.log, matches, work, async ({ escola_id, ...match }) => {
      const points = worth.get(escola_id) ?? (await expectedPoints(school.db, escola_id));
      worth.set(escola_id, points);
      if (points > 0) await credit(school, match).catch(passRefusal);
    });
  }
}

function passRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
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
