import { shiftDay, weekdayOf } from '#lib/rules/time/days.ts';
import { isNationalHoliday } from '#lib/rules/time/holidays.ts';
import { isStateHoliday } from '#lib/rules/time/state-holidays.ts';
import type { Db } from '../../core/db/connection.ts';
import { prepared } from '../../core/db/prepared.ts';

/** The holidays of a unit besides the national ones. */
export interface BankCalendar {
  /** Its state, two letters. */
  uf: string;
  /** The holidays that the school entered for it: those of the town, and others (0057). */
  holidays: ReadonlySet<string>;
}

/** The calendar of a bill without a unit. */
export const nationalCalendar: BankCalendar = { uf: '', holidays: new Set() };

/** Whether a day is a banking day of a unit: no Saturday, no Sunday, no holiday of country, state or town. */
export const isBankDay = (day: string, calendar: BankCalendar): boolean =>
  weekdayOf(day) !== 6 && isWorkDay(day, calendar);

/** As `isBankDay`, but Saturdays count too. */
export const isWorkDay = (day: string, { uf, holidays }: BankCalendar): boolean =>
  weekdayOf(day) !== 0 && !isNationalHoliday(day) && !isStateHoliday(uf, day) && !holidays.has(day);

/** The first banking day from this day on, which may be this day. */
export function bankDayFrom(day: string, calendar: BankCalendar): string {
  let found = day;
  while (!isBankDay(found, calendar)) found = shiftDay(found, 1);
  return found;
}

/** The last banking day before this one. A bill that was due by then is late. */
export function bankDayBefore(day: string, calendar: BankCalendar): string {
  let found = shiftDay(day, -1);
  while (!isBankDay(found, calendar)) found = shiftDay(found, -1);
  return found;
}

interface Unit {
  id: number;
  escola_id: number;
  uf: string;
}

/** Holidays entered by schools and units. */
export const holidays = (db: Db) =>
  db.selectFrom('closed_days').select(['school_id', 'company_id', 'day']).where('is_holiday', '=', true);
/** The holidays of one school, prepared because each student's bills need them. */
const holidaysOf = prepared((db, schoolId: number) => holidays(db).where('school_id', '=', schoolId));

/** The holidays of units, by the id of the unit: those of its state, of its school, and its own (0057). */
export async function calendarsOf(db: Db, units: readonly Unit[]): Promise<(unitId: number) => BankCalendar> {
  const schools = [...new Set(units.map(({ escola_id }) => escola_id))];
  const [only = 0] = schools;
  const rows =
    schools.length > 1 ? await holidays(db).where('school_id', 'in', schools).execute() : await holidaysOf(db, only);
  return calendarsFrom(units, rows);
}

type Holiday = Awaited<ReturnType<typeof holidaysOf>>[number];

/** As above, from the rows of their schools' holidays. */
export function calendarsFrom(units: readonly Unit[], rows: readonly Holiday[]): (unitId: number) => BankCalendar {
  const named = Map.groupBy(rows, ({ school_id }) => school_id);
  const calendars = new Map<number, BankCalendar>();
  for (const { id, escola_id, uf } of units) {
    const own = (named.get(escola_id) ?? []).filter(({ company_id }) => company_id === null || company_id === id);
    calendars.set(id, { uf, holidays: new Set(own.map(({ day }) => day)) });
  }
  return (unitId) => calendars.get(unitId) as BankCalendar;
}
