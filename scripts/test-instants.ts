/**
 * Instants at which the tests pass too: each day of the week, the ends of a month, a year and a February, and both sides
 * of a midnight in São Paulo and in UTC. A run that begins just before midnight crosses it.
 */
export const instants = [
  '2026-11-30T15:00Z', // Monday
  '2026-12-01T15:00Z', // Tuesday
  '2026-12-02T15:00Z', // Wednesday
  '2026-12-03T15:00Z', // Thursday
  '2026-12-04T15:00Z', // Friday
  '2026-12-05T15:00Z', // Saturday
  '2026-12-07T01:30Z', // Sunday night in São Paulo, Monday in UTC
  '2027-01-31T15:00Z', // the end of a month
  '2026-12-31T15:00Z', // the last day of a year
  '2028-02-29T15:00Z', // a leap day
  '2027-03-10T02:58Z', // before midnight in São Paulo
  '2027-03-10T03:01Z', // after it
  '2027-03-10T23:58Z', // before midnight in UTC
  '2027-03-11T00:01Z', // after it
] as const;

const DAY_MS = 86_400_000;

/** The instant of today: each day uses the next one. */
export const instantOf = (now: Date): string =>
  instants[Math.floor(now.getTime() / DAY_MS) % instants.length] as string;
