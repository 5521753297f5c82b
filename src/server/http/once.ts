import { createHmac, randomUUID } from 'node:crypto';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../db/connection.ts';
import type { Ctx, PublicCtx, School } from './ctx.ts';
import { conflict, refused } from './refusal.ts';

/** One intent of one person: the same key with the same body means the same payment, however often it arrives. */
export interface Intent {
  /** Whose it is, such as `user:1`: keys of others are none of theirs. */
  owner: string;
  key: string;
  /** Which call it is an intent of. */
  call: string;
  /** Keyed with the school's secret, since the body may hold a card. */
  hash: string;
  /** The same keyed with the secret before it: an intent may be repeated after a change. */
  olderHashes: readonly string[];
}

const KEY = /^[\x21-\x7e]{8,64}$/;

/**
 * Reads the intent of a keyed call. A client that sends its own bearer may leave the key out, as the specification does:
 * each of its broadcasts is then an intent of its own. Our pages always send one, so a press that repeats itself stays one.
 *
 * @param parts everything that makes it this intent: params and body.
 * @throws Refusal 400 for a key that is none, and where one of our pages sent none.
 */
export function intentOf(ctx: PublicCtx, owner: string, call: string, parts: unknown): Intent {
  const { headers } = ctx.request;
  const key = headers.get('idempotency-key') ?? (headers.has('authorization') ? randomUUID() : '');
  if (!KEY.test(key)) {
    throw refused('Este envio veio sem identificador (cabeçalho Idempotency-Key). Abra a página de novo.');
  }
  const text = JSON.stringify(parts);
  const [present, ...before] = ctx.tokens.derivedKeys('idempotency');
  const hashBy = (secret: Uint8Array) => createHmac('sha256', secret).update(text).digest('hex');
  return { owner, key, call, hash: hashBy(present), olderHashes: before.map(hashBy) };
}

/**
 * Notes an intent inside a transaction, so that of equal ones only the first goes on.
 *
 * @returns null for a new one; what is known of it for a repeated one.
 * @throws Refusal 409 when the key was used for something else.
 */
export async function noteIntent(tx: Db, intent: Intent, at: Date) {
  const { owner, key, call, hash, olderHashes } = intent;
  const made = await tx
    .insertInto('idempotency_keys')
    .values({ owner, key, call, body_hash: hash, charge_id: null, answer: null, created_at: at.toISOString() })
    .onConflict((known) => known.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (made) return null;
  const known = await tx
    .selectFrom('idempotency_keys')
    .select(['call', 'body_hash', 'charge_id', 'answer'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  const isSame = known.body_hash === hash || olderHashes.includes(known.body_hash);
  if (known.call !== call || !isSame) {
    throw conflict('Este formulário já foi enviado. Abra a página de novo.', 'key_reused');
  }
  return { chargeId: known.charge_id, answer: known.answer === null ? null : (JSON.parse(known.answer) as unknown) };
}

/** Keeps what an intent was answered, for whoever repeats it. */
async function keepAnswer(db: Db, { owner, key }: Pick<Intent, 'owner' | 'key'>, answer: unknown): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('owner', '=', owner)
    .where('key', '=', key)
    .execute();
}

/**
 * Does a step that needs nobody outside exactly once for a key: the key, what `act` writes and the answer stand in one
 * transaction. A repeated key gets the first answer again; a refusal leaves nothing, so it can be tried again.
 *
 * @param parts everything that makes it this intent: params and body.
 * @throws Refusal 400 without a usable key, 409 for a key that was used with another body; and what `act` refuses.
 */
export async function once<T>(ctx: Ctx, call: string, parts: unknown, act: (tx: Db) => Promise<T>): Promise<T> {
  const intent = intentOf(ctx, `user:${ctx.session.userId}`, call, parts);
  return ctx.db.transaction().execute(async (tx) => {
    const known = await noteIntent(tx, intent, ctx.now());
    if (known) return known.answer as T;
    const answer = await act(tx);
    await keepAnswer(tx, intent, answer);
    return answer;
  });
}

const KEPT_MS = 30 * DAY_MS;

/** A key counts for thirty days. */
export async function deleteOldKeys({ db, now }: School): Promise<void> {
  const before = new Date(now().getTime() - KEPT_MS).toISOString();
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
}
