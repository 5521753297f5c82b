import { HOUR_MS, MINUTE_MS } from '#lib/rules/time/spans.ts';
import type { WhatsappConsequence } from '#lib/rules/whatsapp/errors.ts';
import type { School } from '../../core/http/ctx.ts';
import { waitAfter } from '../devices/send-push.ts';
import type { NumberRow } from './numbers.ts';

/** How long a number is paused when Meta asks to slow down: longer each time. */
const WAITS = { maxAttempts: Number.POSITIVE_INFINITY, firstWaitMs: MINUTE_MS, longestWaitMs: HOUR_MS };

/** Records the consequence of an error for a number or a template. @param templateId the sent template; null: unknown */
export async function noteTrouble(
  { db, now, log }: Pick<School, 'db' | 'now' | 'log'>,
  { id, failures }: Pick<NumberRow, 'id' | 'failures'>,
  what: WhatsappConsequence,
  templateId: number | null,
): Promise<void> {
  if (what.kind === 'trouble') {
    log.warn({ number: id, trouble: what.trouble }, 'a number of WhatsApp sends nothing until somebody acts');
    await db.updateTable('whatsapp_numbers').set({ trouble: what.trouble }).where('id', '=', id).execute();
  }
  if (what.kind === 'number') {
    const wait = waitAfter(failures + 1, null, WAITS);
    const held_until = new Date(now().getTime() + wait).toISOString();
    await db
      .updateTable('whatsapp_numbers')
      .set({ failures: failures + 1, held_until })
      .where('id', '=', id)
      .execute();
  }
  if (what.kind === 'template' && templateId !== null) {
    await db.updateTable('whatsapp_templates').set({ status: what.status }).where('id', '=', templateId).execute();
  }
}
