import type { Db } from '../core/db/connection.ts';
import { oneByOne } from '../core/db/in-batches.ts';
import { enrolled } from '../core/db/people.ts';
import { type Reach, within } from '../core/db/reach.ts';
import type { School } from '../core/http/ctx.ts';
import { Refusal } from '../core/http/refusal.ts';
import { creditFriend } from './credit-enrolment.ts';
import { PENDING_REFERRALS } from './queries.ts';
import { expectedPoints } from './referral.ts';

const AT_ONCE = 100;

/** Students with a course contract or a class who do not yet count as a referred friend. */
const students = (db: Db) =>
  enrolled(db)
    .leftJoin('contratos', (join) =>
      join.onRef('contratos.user_id', '=', 'users.id').on('contratos.origem', '=', 'curso'),
    )
    .where(({ or, not, exists, selectFrom, eb }) =>
      eb.and([
        or([
          eb('contratos.id', 'is not', null),
          exists(selectFrom('turma_alunos').select('id').whereRef('turma_alunos.user_id', '=', 'users.id')),
        ]),
        not(exists(selectFrom('referrals as counted').select('id').whereRef('amigo_user_id', '=', 'users.id'))),
      ]),
    );

/** The student that a friend seems to have become. `contrato_id`: null when the student only has a class. */
export interface Match {
  referral_id: number;
  id: number;
  full_name: string;
  contrato_id: number | null;
}

/** A match, with the school whose rules count. */
type MatchIn = Match & { escola_id: number | null };

/**
 * Students who joined the referrer's school after the referral, with the telephone or CPF of the referral. An older
 * student does not match by taking over a made-up telephone.
 *
 * @param ids the referrals.
 */
export const matchesOf = (db: Db, ids: readonly number[]): Promise<Match[]> =>
  pendingMatches(db)
    .where('referrals.id', 'in', [...ids])
    .execute();

/** The matches of all pending referrals, page by page. One that cannot be credited does not hold up the others. */
async function* allMatches(db: Db): AsyncGenerator<MatchIn[]> {
  for (let after = 0; ; ) {
    const page = await pendingMatches(db).where('referrals.id', '>', after).limit(AT_ONCE).execute();
    const last = page.at(-1)?.referral_id ?? 0;
    const isLastPage = page.length < AT_ONCE;
    // The page may cut the last referral, so the next page begins with it, unless it fills a page alone.
    const whole = isLastPage ? page : page.filter(({ referral_id }) => referral_id < last);
    yield whole.length > 0 ? whole : page;
    if (isLastPage) return;
    after = whole.at(-1)?.referral_id ?? last;
  }
}

function pendingMatches(db: Db) {
  return students(db)
    .innerJoin('referrals', (join) =>
      join
        .on((on) =>
          on.or([on('referrals.telefone', '=', on.ref('users.phone')), on('referrals.cpf', '=', on.ref('users.cpf'))]),
        )
        .onRef('referrals.criado_em', '<=', 'users.created_at')
        .onRef('referrals.user_id', '!=', 'users.id'),
    )
    .innerJoin('users as member', 'member.id', 'referrals.user_id')
    .innerJoin('drive_users as place', 'place.id', 'member.drive_user_id')
    .innerJoin('companies as unit', (join) =>
      join.onRef('unit.id', '=', 'place.company_id').onRef('unit.escola_id', '=', 'companies.escola_id'),
    )
    .where('referrals.status', 'in', [...PENDING_REFERRALS])
    .where('member.is_club', '=', true)
    .select(['referrals.id as referral_id', 'users.id', 'users.full_name', 'contratos.id as contrato_id'])
    .select('unit.escola_id')
    .orderBy('referrals.id')
    .orderBy('contratos.id');
}

/** A student by CPF or e-mail, or by id. */
export function studentBy(
  db: Db,
  reach: Reach,
  wanted: { id: number } | { cpf: string } | { emailKey: string },
): Promise<Omit<Match, 'referral_id'> | undefined> {
  let found = students(db).select(['users.id', 'users.full_name', 'contratos.id as contrato_id']).$call(within(reach));
  if ('id' in wanted) found = found.where('users.id', '=', wanted.id);
  else if ('cpf' in wanted) found = found.where('users.cpf', '=', wanted.cpf);
  else found = found.where('users.email_key', '=', wanted.emailKey);
  return found.orderBy('users.id').orderBy('contratos.id').limit(1).executeTakeFirst();
}

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
