import type { Guardian } from '#lib/contract/account-shapes.schema.ts';
import { firstName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { ADULT_AGE } from '#lib/rules/account/birth-date.ts';
import { ageState } from '#lib/rules/account/coming-of-age.ts';
import { addMonths, shiftDay } from '#lib/rules/time/days.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import { familyMessages } from '#lib/words/account-family.ts';
import type { Db } from '../../core/db/connection.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import { people } from '../../core/db/people.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { conflict } from '../../core/http/refusal.ts';
import { notifyGuardian } from '../../messages/inbox/guardian.ts';
import { guardianAccounts, type Owner } from '../../messages/inbox/guardian-accounts.ts';
import { notifyPerson } from '../../messages/inbox/notify.ts';
import { guardianIn } from '../auth/guardian-of.ts';

const MONTHS_TO_ADULT = 12 * ADULT_AGE;
const AT_ONCE = 200;

/** The parts of the calling user's registration that decide what the family sees. */
async function ownRegistration({ db, session, config, now }: Ctx) {
  const row = await people(db)
    .leftJoin('family_choices', 'family_choices.user_id', 'users.id')
    .select(['users.guardian', 'users.birth_date', 'companies.timezone'])
    .select(['family_choices.answer', 'family_choices.guardian_cpf', 'family_choices.answered_at'])
    .where('users.id', '=', session.userId)
    .executeTakeFirstOrThrow();
  const guardian = guardianIn(row.guardian);
  const state = row.birth_date && ageState(row.birth_date, dayIn(zoneOr(row.timezone, config.SCHOOL_TIME_ZONE), now()));
  return { ...row, guardian, state };
}

/** Whether the family of an adult may see the account; null for a minor, or without a guardian. */
export async function readFamilyChoice(ctx: Ctx) {
  const { guardian, state, answer, guardian_cpf, answered_at } = await ownRegistration(ctx);
  if (!guardian || state !== 'adult') return null;
  const isOfHer = guardian_cpf === guardian.cpf;
  return {
    responsavel: guardian.full_name,
    parentesco: guardian.relation,
    // Without an answer the family sees nothing.
    pode_ver: isOfHer && answer !== null ? answer === 'sim' : null,
    respondido_em: isOfHer ? answered_at : null,
  };
}

/**
 * An adult decides whether the family may see the account, and can change it at any time.
 *
 * @throws Refusal 409 for a minor, or without a guardian in the registration
 */
export async function setFamilyChoice(ctx: Ctx, sees: boolean): Promise<{ detail: string }> {
  const { userId } = ctx.session;
  const { guardian, state } = await ownRegistration(ctx);
  if (!guardian || state !== 'adult') throw conflict(familyMessages.noChoice);
  const at = ctx.now().toISOString();
  const answer = { answer: sees ? ('sim' as const) : ('nao' as const), guardian_cpf: guardian.cpf, answered_at: at };
  await ctx.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('family_choices')
      .values({ user_id: userId, ...answer, warned_at: null, questioned_at: at })
      .onConflict((known) => known.column('user_id').doUpdateSet(answer))
      .execute();
    await audit({ ...ctx, db: tx }, 'family-choice', `user:${userId}`, { depois: { familia_ve: sees } });
  });
  return { detail: familyMessages.answered(sees, firstName(guardian.full_name)) };
}

/** People with a guardian who turn 18 within a month, or did so within the last one. They are few. */
export const aroundBirthday = (db: Db, today: string) =>
  people(db)
    .leftJoin('family_choices', 'family_choices.user_id', 'users.id')
    .select(['users.id', 'users.full_name', 'users.birth_date', 'users.guardian', 'companies.timezone'])
    .select(['family_choices.warned_at', 'family_choices.questioned_at'])
    .where('users.guardian', 'is not', null)
    .where('users.is_blocked', '=', false)
    .where('users.birth_date', '>', addMonths(today, -MONTHS_TO_ADULT - 1))
    // One day more, for a unit whose local day is ahead.
    .where('users.birth_date', '<=', shiftDay(addMonths(today, -MONTHS_TO_ADULT + 1), 1))
    .where(({ or, and, eb }) =>
      or([
        // Adults are not warned any more.
        and([
          eb('family_choices.warned_at', 'is', null),
          eb('users.birth_date', '>', shiftDay(addMonths(today, -MONTHS_TO_ADULT), -1)),
        ]),
        and([
          eb('family_choices.questioned_at', 'is', null),
          eb('users.birth_date', '<=', shiftDay(addMonths(today, -MONTHS_TO_ADULT), 1)),
        ]),
      ]),
    )
    .orderBy('users.id')
    .limit(AT_ONCE);

/**
 * Notifies child and guardian a month before the 18th birthday of what changes, and asks the child from that day on whether the
 * family may see the account. Each happens once: the row is claimed in the transaction that writes the notices.
 */
export async function notifyOfComingOfAge(school: School): Promise<void> {
  const { db, config, log } = school;
  const at = school.now();
  const found = await aroundBirthday(db, dayIn(config.SCHOOL_TIME_ZONE, at)).execute();
  const due = found.flatMap(({ guardian: json, birth_date, timezone, ...row }): Due[] => {
    const guardian = guardianIn(json);
    const today = dayIn(zoneOr(timezone, config.SCHOOL_TIME_ZONE), at);
    const state = birth_date && ageState(birth_date, today);
    const stage = state === 'soon' ? 'warned_at' : state === 'adult' ? 'questioned_at' : null;
    if (!guardian || !birth_date || stage === null || row[stage] !== null) return [];
    return [{ ...row, guardian, birth_date, today, stage, owner: { id: row.id, birth_date, guardian: json } }];
  });
  await oneByOne(log, due, { job: 'notifyOfComingOfAge', idOf: ({ id }) => id }, (person) =>
    db.transaction().execute((tx) => notify(tx, person, at)),
  );
}

interface Due {
  id: number;
  full_name: string;
  guardian: Guardian;
  birth_date: string;
  today: string;
  owner: Owner;
  stage: 'warned_at' | 'questioned_at';
}

async function notify(
  tx: Db,
  { id, full_name, guardian, birth_date, today, owner, stage }: Due,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const claimed = await tx
    .insertInto('family_choices')
    .values({ user_id: id, ...NO_ANSWER, [stage]: at })
    .onConflict((known) =>
      known
        .column('user_id')
        .doUpdateSet({ [stage]: at })
        .where(`family_choices.${stage}`, 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  if (!claimed) return;
  const toChild = { userId: id, category: 'aviso', path: `${routes.profile.privacy()}#familia` } as const;
  if (stage === 'questioned_at') {
    await notifyPerson(tx, now, { ...toChild, ...familyMessages.question(guardian.full_name), chave: 'familia:18' });
    return;
  }
  const day = addMonths(birth_date, MONTHS_TO_ADULT);
  await notifyPerson(tx, now, {
    ...toChild,
    ...familyMessages.soonForChild(day, guardian.full_name),
    chave: 'familia:17',
  });
  const accounts = await guardianAccounts(tx, [{ owner, today }]);
  await notifyGuardian(tx, now, {
    ...familyMessages.soonForGuardian(day, full_name),
    ...{
      owner,
      account: accounts.get(id),
      chave: `familia:17:${id}`,
      category: 'aviso',
      path: routes.profile.family(),
    },
  });
}

const NO_ANSWER = { answer: null, guardian_cpf: null, answered_at: null, warned_at: null, questioned_at: null };
