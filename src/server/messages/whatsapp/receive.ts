import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { afterStatus, whatsappConsequence } from '#lib/rules/whatsapp/errors.ts';
import { locked } from '../../core/db/locking.ts';
import type { PublicCtx, School } from '../../core/http/ctx.ts';
import { forbidden, notFound, Refusal } from '../../core/http/refusal.ts';
import { decryptSecrets } from './api.ts';
import type { NumberRow } from './numbers.ts';
import { takeInbound } from './opt-in.ts';
import { noteTrouble } from './trouble.ts';

const Seconds = z.string().regex(/^\d{1,11}$/);
const Status = z.object({
  id: z.string().max(200),
  status: z.string().max(20),
  timestamp: Seconds,
  biz_opaque_callback_data: z.string().max(512).optional(),
  errors: z.array(z.object({ code: z.int() })).optional(),
});
const Message = z.object({
  id: z.string().max(300),
  timestamp: Seconds,
  from: z.string().max(20).optional(),
  from_user_id: z.string().max(150).optional(),
  text: z.object({ body: z.string().max(5_000) }).optional(),
  button: z.object({ text: z.string().max(300) }).optional(),
});
const Change = z.object({
  field: z.string().max(60),
  value: z.object({
    metadata: z.object({ phone_number_id: z.string() }).optional(),
    statuses: z.array(z.unknown()).optional(),
    messages: z.array(z.unknown()).optional(),
    event: z.string().max(30).optional(),
    message_template_name: z.string().max(512).optional(),
    message_template_language: z.string().max(15).optional(),
  }),
});
const Body = z.object({
  entry: z.array(z.object({ id: z.string(), changes: z.array(z.unknown()) })),
});

async function numberById({ db }: Pick<School, 'db'>, id: number): Promise<NumberRow> {
  const row = await db.selectFrom('whatsapp_numbers').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

const noteHeard = ({ db, now }: Pick<School, 'db' | 'now'>, { id, heard_at }: NumberRow) =>
  heard_at === null
    ? db.updateTable('whatsapp_numbers').set({ heard_at: now().toISOString() }).where('id', '=', id).execute()
    : null;

/** @returns the challenge by which Meta verifies the address. @throws Refusal 403 for a wrong word, 404 */
export async function verifyWebhook(ctx: PublicCtx, id: number, word: string, challenge: string): Promise<string> {
  const row = await numberById(ctx, id);
  const secrets = decryptSecrets(ctx.tokens, row.ajustes);
  if (!secrets || !isSame(secrets.word, word)) throw forbidden('Palavra errada.');
  return challenge;
}

const isSame = (own: string, provided: string) => {
  const [a, b] = [own, provided].map((each) => createHmac('sha256', 'word').update(each).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
};

/**
 * Handles a signed webhook of Meta: statuses of messages, messages of people, states of templates. Each arrives at least once and
 * in any order. Entries about another number or account, or of an unknown kind, are ignored.
 *
 * @throws Refusal 401 for a wrong signature, 404
 */
export async function receiveWebhook(ctx: PublicCtx, id: number, body: string): Promise<{ detail: string }> {
  const row = await numberById(ctx, id);
  const secrets = decryptSecrets(ctx.tokens, row.ajustes);
  const provided = ctx.request.headers.get('x-hub-signature-256') ?? '';
  const own = secrets && `sha256=${createHmac('sha256', secrets.appSecret).update(body).digest('hex')}`;
  if (!own || !isSame(own, provided)) throw new Refusal(401, 'Assinatura inválida.', { code: 'wrong_signature' });
  await noteHeard(ctx, row);
  for (const entry of Body.safeParse(JSON.parse(body)).data?.entry ?? []) {
    if (entry.id !== row.account_id) continue;
    for (const each of entry.changes) {
      const change = Change.safeParse(each).data;
      if (change) await takeChange(ctx, row, change);
    }
  }
  return { detail: 'Recebido.' };
}

async function takeChange(ctx: PublicCtx, row: NumberRow, { field, value }: z.output<typeof Change>): Promise<void> {
  if (field === 'message_template_status_update') return takeTemplate(ctx, row, value);
  if (field !== 'messages' || value.metadata?.phone_number_id !== row.phone_number_id) return;
  for (const each of value.statuses ?? []) {
    const status = Status.safeParse(each).data;
    if (status) await takeStatus(ctx, row, status);
  }
  for (const each of value.messages ?? []) {
    const message = Message.safeParse(each).data;
    if (!message || (!message.from && !message.from_user_id)) continue;
    await takeInbound(ctx, row.id, {
      ...{ id: message.id, at: instantOf(message.timestamp) },
      ...{ from: message.from ?? null, sender: message.from_user_id ?? null },
      text: message.text?.body ?? message.button?.text ?? '',
    });
  }
}

const instantOf = (seconds: string) => new Date(Number(seconds) * 1_000).toISOString();

/** A status; it is matched to the message even if the answer to its sending was lost. */
async function takeStatus(ctx: PublicCtx, row: NumberRow, status: z.output<typeof Status>): Promise<void> {
  const { db, now } = ctx;
  const token = status.biz_opaque_callback_data;
  const code = status.errors?.[0]?.code ?? null;
  const isNews = await db.transaction().execute(async (tx) => {
    const sent = tx
      .selectFrom('deliveries')
      .select(['id', 'status', 'at', 'message_id', 'fallback_at'])
      .where('target', '=', 'whatsapp')
      .where(({ or, eb }) => or([eb('message_id', '=', status.id), ...(token ? [eb('token', '=', token)] : [])]));
    const known = await locked(tx, sent, 'hold').executeTakeFirst();
    if (!known) return false;
    const next = afterStatus(known.status, status.status);
    const isDelivered = next === 'mostrada' || next === 'clicada';
    const at = now().toISOString();
    await tx
      .updateTable('deliveries')
      .set({
        ...{ message_id: known.message_id ?? status.id, claimed_until: null },
        ...(next && { status: next, at, reason: null, last_status: next === 'falhou' ? code : null }),
        ...(isDelivered && { fallback_at: null }),
        // If the message failed, the fallback is due at once.
        ...(next === 'falhou' && known.fallback_at !== null && { fallback_at: at }),
      })
      .where('id', '=', known.id)
      .execute();
    // A failure before the number was repaired says nothing about the number now.
    return next === 'falhou' && known.at > (row.templates_at ?? '');
  });
  if (isNews && code !== null) await noteTrouble(ctx, row, whatsappConsequence(code, 200), null);
  if (status.status === 'failed') ctx.wake();
}

/** Events after which a template can be sent as before. */
const USABLE = new Set(['APPROVED', 'FLAGGED', 'REINSTATED', 'UNARCHIVED']);

async function takeTemplate({ db }: PublicCtx, row: NumberRow, value: z.output<typeof Change>['value']): Promise<void> {
  const { event, message_template_name: name, message_template_language: language } = value;
  if (!event || !name || !language) return;
  await db
    .updateTable('whatsapp_templates')
    .set({ status: USABLE.has(event) ? 'APPROVED' : event })
    .where('number_id', '=', row.id)
    .where('name', '=', name)
    .where('language', '=', language)
    .execute();
}
