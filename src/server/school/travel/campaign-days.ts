import { shiftDay } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { DAY_MS, HOUR_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';

/** For a party soon after midnight, doors open on the evening before. */
const EARLY_MS = 6 * HOUR_MS;
/** A party goes on after midnight. */
const MORNING_AFTER = '06:00';

export interface CampaignDays {
  /** First and last day for joining, `YYYY-MM-DD`. */
  inicio: string;
  fim: string;
  evento_em: string | null;
  timezone: string;
}

/**
 * When tickets are valid: on the day of the event, from six hours before it at the latest, until the morning after.
 * Without an event: while joining is open.
 *
 * @returns two instants: the first valid one, and the first that is too late
 */
export function ticketWindow({ inicio, fim, evento_em, timezone }: CampaignDays): { from: string; until: string } {
  const at = (day: string, clock: string) => instantIn(timezone, day, clock);
  if (evento_em === null) return { from: at(inicio, '00:00'), until: at(shiftDay(fim, 1), '00:00') };
  const day = dayIn(timezone, new Date(evento_em));
  const early = new Date(Date.parse(evento_em) - EARLY_MS).toISOString();
  const midnight = at(day, '00:00');
  const [from = midnight] = [early, midnight].toSorted();
  return { from, until: at(shiftDay(day, 1), MORNING_AFTER) };
}

/** Whether a student may join at an instant. */
export function campaignStatus(campaign: CampaignDays, at: Date): 'em_breve' | 'aberta' | 'encerrada' {
  const today = dayIn(campaign.timezone, at);
  if (today > campaign.fim || at.toISOString() >= ticketWindow(campaign).until) return 'encerrada';
  return today < campaign.inicio ? 'em_breve' : 'aberta';
}

const LATE_DAYS = 7;
const CLOCKS_DIFFER_MS = 5 * 60_000;

/** When a ticket was scanned: the device's time of an offline scan, unless that is impossible. */
export function readAt(now: Date, claimed: string | undefined): Date {
  const at = claimed === undefined ? Number.NaN : Date.parse(claimed);
  if (!(at > now.getTime() - LATE_DAYS * DAY_MS && at < now.getTime() + CLOCKS_DIFFER_MS)) return now;
  return new Date(Math.min(at, now.getTime()));
}
