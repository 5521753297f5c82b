import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { zoneOf } from '../../core/db/people.ts';
import type { School } from '../../core/http/ctx.ts';
import { nationalCalendar } from './bank-days.ts';
import { calendarsOf } from './calendars.ts';
import { type LateFeeBasis, type Terms, usualTerms } from './late-fee.ts';
import { type ParcelaRow, schoolOf } from './queries.ts';

/** The day at a person's school, `YYYY-MM-DD`: a bill is in time until that day ends there. */
export async function schoolDay({ config }: Pick<School, 'config'>, db: Db, userId: number, at: Date): Promise<string> {
  return dayIn(await zoneOf(db, config, userId), at);
}

/** The basis for the bills of a unit at an instant, from its row; of no unit, the portal's day and the usual terms. */
export function lateFeeBasisIn(
  { config }: Pick<School, 'config'>,
  at: Date,
  unit?: Terms & { timezone: string },
  calendar = nationalCalendar,
): LateFeeBasis {
  const today = dayIn(zoneOr(unit?.timezone, config.SCHOOL_TIME_ZONE), at);
  return { today, terms: unit ?? usualTerms, calendar };
}

/** The same for a unit by its id. */
export async function lateFeeBasisOf(
  school: Pick<School, 'config'>,
  db: Db,
  unitId: number | null,
  at: Date,
): Promise<LateFeeBasis> {
  const unit = unitId === null ? undefined : await schoolOf(db, unitId);
  return unit ? lateFeeBasisIn(school, at, unit, (await calendarsOf(db, [unit]))(unit.id)) : lateFeeBasisIn(school, at);
}

type OfUnit = Pick<ParcelaRow, 'company_id'>;

/** The same for bills of any units: a student who moved has bills of two (0110). */
export async function lateFeeBasesOf(
  school: Pick<School, 'config'>,
  db: Db,
  bills: readonly OfUnit[],
  at: Date,
): Promise<(bill: OfUnit) => LateFeeBasis> {
  const known = new Map<number | null, LateFeeBasis>();
  for (const unitId of new Set(bills.map(({ company_id }) => company_id))) {
    known.set(unitId, await lateFeeBasisOf(school, db, unitId, at));
  }
  return ({ company_id }) => known.get(company_id) as LateFeeBasis;
}
