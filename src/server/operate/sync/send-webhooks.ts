import type { Change } from '#lib/contract/sync-changes.schema.ts';
import { serviceLimits } from '#lib/rules/time/service-limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/rules/time/spans.ts';
import { besideEachOther } from '../../core/db/in-batches.ts';
import type { School } from '../../core/http/ctx.ts';
import { decryptText } from '../../core/ports/encrypted-text.ts';
import { PushSilent } from '../../core/ports/push-services.ts';
import { secondsOf, waitAfter } from '../../messages/devices/send-push.ts';
import {
  type DeliveryRow,
  queueWebhooks,
  reachesOfWebhook,
  runningWebhooks,
  stopWebhook,
  type WebhookRow,
} from './queue-webhooks.ts';
import { exportChanges, type Reaches } from './read-changes.ts';
import { signWebhook } from './sign-webhook.ts';

export const WEBHOOK_PURPOSE = 'webhook-secret';

const CLAIM_MS = MINUTE_MS;
/** Max. messages for one webhook in a run. */
const MAX_ROUND = 50;
const MAX_ROUND_MS = 3_000;
/** A webhook that fails for this long is stopped, and a message that fails for this long is dropped. */
const GIVE_UP_MS = 3 * DAY_MS;
/** After this many consecutive answers 410 the address counts as gone. */
const MAX_GONE = 3;
const WAITS = { maxAttempts: Number.POSITIVE_INFINITY, firstWaitMs: 5_000, longestWaitMs: 6 * HOUR_MS };

/**
 * Notifies other systems of changes: each message at least once, the messages of one thing in order (0119). Webhooks are served
 * in parallel, the messages of each one after the other.
 */
export async function sendWebhooks(school: School): Promise<void> {
  await queueWebhooks(school);
  const at = school.now().toISOString();
  const rows = (await runningWebhooks(school.db)).filter(({ held_until }) => held_until === null || held_until <= at);
  await besideEachOther(school.log, rows, { job: 'sendWebhooks', idOf: ({ id }) => id }, (row) => serve(school, row));
}

async function serve(school: School, row: WebhookRow): Promise<void> {
  const started = performance.now();
  let reaches: Reaches | null | undefined;
  for (let sent = 0; sent < MAX_ROUND && performance.now() - started < MAX_ROUND_MS; sent += 1) {
    const delivery = await claim(school, row.id);
    if (!delivery) return;
    reaches ??= await reachesOfWebhook(school, row);
    const at = school.now().toISOString();
    if (reaches === null) return void (await stopWebhook(school.db, row.id, 'chave', at));
    const outcome = await send(school, row, delivery, reaches);
    await note(school, row, delivery, outcome);
    if (outcome.kind === 'address' || outcome.kind === 'gone') return;
  }
}

/** Claims the next message: for each thing the earliest waiting one. The claim of a dead process expires. */
async function claim({ db, now }: School, webhookId: number): Promise<DeliveryRow | undefined> {
  const at = now();
  const next = await db
    .selectFrom('webhook_deliveries as one')
    .select('one.id')
    .where('one.webhook_id', '=', webhookId)
    .where('one.status', '=', 'na_fila')
    .where('one.due_at', '<=', at.toISOString())
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('webhook_deliveries as before')
            .select('before.id')
            .whereRef('before.webhook_id', '=', 'one.webhook_id')
            .whereRef('before.kind', '=', 'one.kind')
            .whereRef('before.assunto', '=', 'one.assunto')
            .whereRef('before.id', '<', 'one.id')
            .where('before.status', '=', 'na_fila'),
        ),
      ),
    )
    .where((where) =>
      where.or([where('one.claimed_until', 'is', null), where('one.claimed_until', '<', at.toISOString())]),
    )
    .orderBy('one.due_at')
    .orderBy('one.id')
    .limit(1)
    .executeTakeFirst();
  if (!next) return undefined;
  return db
    .updateTable('webhook_deliveries')
    .set(({ eb }) => ({
      claimed_until: new Date(at.getTime() + CLAIM_MS).toISOString(),
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', next.id)
    .where('status', '=', 'na_fila')
    .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<', at.toISOString())]))
    .returningAll()
    .executeTakeFirst();
}

/** `address`: the webhook has trouble, so its other messages wait too. `message`: it refuses this one. */
interface Outcome {
  kind: 'taken' | 'address' | 'message' | 'gone';
  status: number | null;
  erro: string | null;
  waitS: number | null;
}

async function send(school: School, row: WebhookRow, delivery: DeliveryRow, reaches: Reaches): Promise<Outcome> {
  const now = school.now();
  const secrets = secretsOf(school, row, now);
  if (secrets.length === 0) return { kind: 'address', status: null, erro: 'segredo_perdido', waitS: null };
  const body = JSON.stringify(await messageOf(school, delivery, reaches));
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'portal-webhooks/1',
    ...signWebhook(secrets, delivery.codigo, body, now),
  };
  try {
    const bytes = new TextEncoder().encode(body);
    const { status, retryAfter } = await school.ports.webhooks.post(
      new URL(row.url),
      headers,
      bytes,
      serviceLimits.webhooks.silenceMs,
    );
    return { ...outcomeOf(status), status, erro: null, waitS: secondsOf(retryAfter) };
  } catch (error) {
    if (!(error instanceof PushSilent)) throw error;
    return { kind: 'address', status: null, erro: error.why, waitS: null };
  }
}

function outcomeOf(status: number): Pick<Outcome, 'kind'> {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 410) return { kind: 'gone' };
  return { kind: status === 408 || status === 429 || status >= 500 ? 'address' : 'message' };
}

/** The current state of the thing; its state at the time of the change is not stored. */
async function messageOf({ db }: School, { kind, assunto, em }: DeliveryRow, reaches: Reaches): Promise<object> {
  if (kind === 'teste') return { type: 'teste', timestamp: em, data: {} };
  const [data] = await exportChanges(db, [{ kind, assunto, em, pos: 0 }], reaches);
  return { type: `${kind}.${(data as Change).dados ? 'mudou' : 'saiu'}`, timestamp: em, data };
}

function secretsOf({ tokens }: School, { segredo, segredo_anterior, anterior_ate }: WebhookRow, now: Date): string[] {
  const isBoth = segredo_anterior !== null && anterior_ate !== null && anterior_ate > now.toISOString();
  return [segredo, ...(isBoth ? [segredo_anterior] : [])].flatMap(
    (sealed) => decryptText(tokens, WEBHOOK_PURPOSE, sealed)?.text ?? [],
  );
}

/** Records the outcome of a message and the state of its webhook in one transaction. */
async function note(school: School, row: WebhookRow, delivery: DeliveryRow, outcome: Outcome): Promise<void> {
  const now = school.now();
  const at = now.toISOString();
  const { kind, status, erro, waitS } = outcome;
  const isTaken = kind === 'taken';
  const isOver = now.getTime() - Date.parse(delivery.queued_at) >= GIVE_UP_MS;
  const due = new Date(now.getTime() + waitAfter(delivery.attempts, waitS, WAITS)).toISOString();
  await school.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('webhook_deliveries')
      .set({
        ...{ http_status: status, erro, last_at: at, claimed_until: null },
        ...(isTaken ? { status: 'entregue' as const } : isOver ? { status: 'desistiu' as const } : { due_at: due }),
      })
      .where('id', '=', delivery.id)
      .where('status', '=', 'na_fila')
      .execute();
    const known = await tx.selectFrom('webhooks').selectAll().where('id', '=', row.id).executeTakeFirst();
    if (!known) return;
    const isTrouble = kind === 'address' || kind === 'gone';
    const failures = isTrouble ? known.failures + 1 : 0;
    const failing_since = isTaken ? null : (known.failing_since ?? at);
    const gone = kind === 'gone' ? known.gone + 1 : 0;
    const held = isTrouble ? new Date(now.getTime() + waitAfter(failures, waitS, WAITS)).toISOString() : null;
    await tx
      .updateTable('webhooks')
      .set({ failures, gone, failing_since, held_until: held })
      .where('id', '=', row.id)
      .execute();
    const isSilent = failing_since !== null && now.getTime() - Date.parse(failing_since) >= GIVE_UP_MS;
    if (gone >= MAX_GONE) await stopWebhook(tx, row.id, 'endereco_extinto', at);
    else if (isSilent) await stopWebhook(tx, row.id, 'sem_resposta', at);
  });
}
