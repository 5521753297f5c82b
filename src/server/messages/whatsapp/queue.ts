import { HOUR_MS, MINUTE_MS } from '#lib/rules/time/spans.ts';
import { type WhatsappKind, whatsappEvents } from '#lib/rules/whatsapp/template.ts';
import type { Db } from '../../core/db/connection.ts';
import { enrolled } from '../../core/db/people.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import { queueByWhatsapp } from '../devices/queue-deliveries.ts';

/** A message not delivered within this time is sent by push, otherwise by mail. */
export const MAX_WAIT_MS = 15 * MINUTE_MS;

/** How long a message to many waits for its slot. */
const ROUND_MS = HOUR_MS;

const isOfWhatsapp = (kind: string): kind is WhatsappKind => (whatsappEvents as readonly string[]).includes(kind);

/** The kind of a notice by its key; null: never sent by WhatsApp. @param sendingId of the message of staff that it shows */
export function whatsappKindOf(chave: string | null, sendingId: number | null = null): WhatsappKind | null {
  if (sendingId !== null) return 'envio';
  const kind = chave?.split(':')[0] ?? '';
  return isOfWhatsapp(kind) ? kind : null;
}

/** A notice about something that begins or ends sooner is not sent by WhatsApp, because its fallback would come too late. */
const SOON_MS = 2 * MAX_WAIT_MS;

interface Notice {
  id: number;
  user_id: number;
  chave: string | null;
  expires_at: string | null;
  sending_id?: number | null;
}

/**
 * Which readers get which kinds by WhatsApp now: the reader opted in, and the unit's number is active and has a template for the
 * kind. Used for sending and for counting before.
 */
export const readersByWhatsapp = (db: Db, at: Date) =>
  enrolled(db)
    .innerJoin('whatsapp_optins', 'whatsapp_optins.user_id', 'users.id')
    .innerJoin('whatsapp_numbers', (on) =>
      on
        .onRef('whatsapp_numbers.id', '=', 'whatsapp_optins.number_id')
        .onRef('whatsapp_numbers.company_id', '=', 'companies.id'),
    )
    .innerJoin('whatsapp_uses', 'whatsapp_uses.number_id', 'whatsapp_numbers.id')
    .innerJoin('whatsapp_templates', 'whatsapp_templates.id', 'whatsapp_uses.template_id')
    .where('whatsapp_optins.status', '=', 'ativa')
    .where('users.is_blocked', '=', false)
    .where('whatsapp_numbers.trouble', 'is', null)
    .where(({ or, eb }) =>
      or([eb('whatsapp_numbers.held_until', 'is', null), eb('whatsapp_numbers.held_until', '<=', at.toISOString())]),
    )
    .where('whatsapp_templates.status', '=', 'APPROVED');

/** Whether people can see the number of a unit in reach, and it has a template for messages of staff. */
export async function takesMessages(db: Db, reach: Reach): Promise<boolean> {
  const row = await db
    .selectFrom('whatsapp_numbers')
    .innerJoin('companies', 'companies.id', 'whatsapp_numbers.company_id')
    .$call(within(reach))
    .innerJoin('whatsapp_uses', 'whatsapp_uses.number_id', 'whatsapp_numbers.id')
    .innerJoin('whatsapp_templates', 'whatsapp_templates.id', 'whatsapp_uses.template_id')
    .select('whatsapp_numbers.id')
    .where('whatsapp_numbers.heard_at', 'is not', null)
    .where('whatsapp_uses.kind', '=', 'envio')
    .where('whatsapp_templates.status', '=', 'APPROVED')
    .executeTakeFirst();
  return row !== undefined;
}

/** The ids of notices to be sent by WhatsApp. */
export async function goingByWhatsapp(tx: Db, at: Date, notices: readonly Notice[]): Promise<Set<number>> {
  const soon = new Date(at.getTime() + SOON_MS).toISOString();
  const wanted = notices.flatMap(({ id, user_id, chave, expires_at, sending_id }) => {
    const kind = whatsappKindOf(chave, sending_id);
    return kind && (expires_at === null || expires_at > soon) ? [{ id, user_id, kind }] : [];
  });
  if (wanted.length === 0) return new Set();
  const rows = await readersByWhatsapp(tx, at)
    .select(['users.id', 'whatsapp_uses.kind'])
    .where('users.id', 'in', [...new Set(wanted.map(({ user_id }) => user_id))])
    .where('whatsapp_uses.kind', 'in', [...new Set(wanted.map(({ kind }) => kind))])
    .execute();
  const readers = new Set(rows.map(({ id, kind }) => `${id} ${kind}`));
  return new Set(wanted.filter(({ user_id, kind }) => readers.has(`${user_id} ${kind}`)).map(({ id }) => id));
}

/** Queues notices for WhatsApp. */
export const queueNotices = (
  tx: Db,
  at: Date,
  notices: readonly {
    user_id: number;
    notice_id: number;
    due_at: string;
    expires_at: string | null;
    pressing: boolean;
    sending_id?: number;
  }[],
): Promise<void> =>
  queueByWhatsapp(
    tx,
    at,
    notices.map((notice) => ({
      ...notice,
      key: `whatsapp:${notice.notice_id}`,
      fallback_at: new Date(
        Date.parse(notice.due_at) + (notice.sending_id === undefined ? MAX_WAIT_MS : ROUND_MS),
      ).toISOString(),
    })),
  );

/** Queues an answer to a person's message, once for its key. It expires soon. */
export const queueReply = (tx: Db, at: Date, { userId, key, body }: { userId: number; key: string; body: string }) =>
  queueByWhatsapp(tx, at, [
    {
      ...{ user_id: userId, key: `whatsapp-reply:${key}`, due_at: at.toISOString() },
      expires_at: new Date(at.getTime() + HOUR_MS).toISOString(),
      content: { title: 'Resposta no WhatsApp', body },
    },
  ]);
