import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import type { Db } from '../db/connection.ts';
import { zoneOf } from '../db/people.ts';
import type { School } from '../http/ctx.ts';
import { nationalCalendar } from './bank-days.ts';
import { calendarsOf } from './calendars.ts';
import type { Reckoning } from './late-fee.ts';
import { usualTerms } from './late-fee.ts';
import { type ParcelaRow, schoolOf } from './queries.ts';

/** The day at a person's school, `YYYY-MM-DD`: a bill is in time until that day ends there. */
export async function schoolDay({ config }: Pick<School, 'config'>, db: Db, userId: number, at: Date): Promise<string> {
  return dayIn(await zoneOf(db, config, userId), at);
}

/** The basis for the bills of a unit at an instant: its day, its terms and its holidays. */
export async function reckoningOf(
  { config }: Pick<School, 'config'>,
  db: Db,
  unitId: number | null,
  at: Date,
): Promise<Reckoning> {
  const school = unitId === null ? undefined : await schoolOf(db, unitId);
  const today = dayIn(zoneOr(school?.timezone, config.SCHOOL_TIME_ZONE), at);
  if (!school) return { today, terms: usualTerms, calendar: nationalCalendar };
  return { today, terms: school, calendar: (await calendarsOf(db, [school]))(school.id) };
}

type OfUnit = Pick<ParcelaRow, 'company_id'>;

/** The same for bills of any units: a student who moved has bills of two (0110). */
export async function reckoningsOf(
  school: Pick<School, 'config'>,
  db: Db,
  bills: readonly OfUnit[],
  at: Date,
): Promise<(bill: OfUnit) => Reckoning> {
  const known = new Map<number | null, Reckoning>();
  for (const unitId of new Set(bills.map(({ company_id }) => company_id))) {
    known.set(unitId, await reckoningOf(school, db, unitId, at));
  }
  return ({ company_id }) => known.get(company_id) as Reckoning;
}
