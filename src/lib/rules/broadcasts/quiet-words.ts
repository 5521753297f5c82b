import type { BroadcastInput } from '#lib/contract/broadcasts.schema.ts';
import { afterQuiet, type QuietHours } from '../inbox/quiet-hours.ts';

/** What the send time means for readers in quiet hours; null by day. */
export function quietWords(
  { scheduled_at, respect_quiet_hours }: Pick<BroadcastInput, 'scheduled_at' | 'respect_quiet_hours'>,
  now: Date,
  zone: string,
  hours: QuietHours,
): string | null {
  const at = scheduled_at ? new Date(scheduled_at) : now;
  const after = afterQuiet(at, hours, zone);
  if (after.getTime() === at.getTime()) return null;
  return respect_quiet_hours
    ? `É horário de silêncio: os aparelhos de quem não quer ser incomodado tocam a partir das ${hours.ate}.`
    : 'É horário de silêncio, e esta mensagem não o respeita: os aparelhos tocam assim mesmo.';
}
