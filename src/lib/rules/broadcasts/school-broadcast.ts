import type { Broadcast } from '#lib/contract/broadcasts.schema.ts';
import { audienceWords, type Names, readable } from '#lib/words/broadcasts-panel.ts';

/** A message as the panel lists it, with its audience in words. */
export const presentSchoolBroadcast = (broadcast: Broadcast, names: Names) => ({
  id: broadcast.id,
  titulo: readable(broadcast.title),
  publico: audienceWords(broadcast.audience, names),
  status: broadcast.status,
  scheduled_at: broadcast.scheduled_at,
  repeat: broadcast.repeat,
  repeat_until: broadcast.repeat_until,
  updated_at: broadcast.updated_at,
  sent_at: broadcast.sent_at,
  counts: broadcast.counts,
});
