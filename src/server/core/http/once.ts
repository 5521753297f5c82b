import { createHmac, randomUUID } from 'node:crypto';
import type { ApiRequest } from '#lib/api/request.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../db/connection.ts';
import type { Ctx, PublicCtx, School } from './ctx.ts';
import { conflict, refused } from './refusal.ts';

/** One intent of one person: the same key with the same body means the same payment, however often it arrives. */
export interface Intent {
  /** The owner, such as `user:1`: keys of different owners are separate. */
  owner: string;
  key: string;
  /** The name of the call. */
  call: string;
  /** An HMAC with the school's secret, since the body may hold a card. */
  hash: string;
  /** The HMACs with previous secrets: a client may repeat an intent after the secret changed. */
  olderHashes: readonly string[];
}

/** Requests whose key was read, or that need no key. */
const settled = new WeakSet<ApiRequest>();

/** Whether the key of a request was read or is not needed: otherwise a keyed call would not be idempotent. */
export const isKeySettled = (request: ApiRequest): boolean => settled.has(request);

/** Declares that this request of a keyed call writes nothing, such as a trial, so that it needs no key. */
export const needsNoKey = ({ request }: Pick<PublicCtx, 'request'>): void => void settled.add(request);

const KEY = /^[\x21-\x7e]{8,64}$/;

/**
 * Reads the intent of a keyed call. A client with its own bearer may leave the key out, as the specification allows:
 * each broadcast is then an intent of its own. Our pages always send a key, so a repeated press stays one intent.
 *
 * @param parts everything that defines the intent: params and body.
 * @throws Refusal 400 for an invalid key, and for a page of ours that sent none.
 */
export function intentOf(ctx: PublicCtx, owner: string, call: string, parts: unknown): Intent {
  const { headers } = ctx.request;
  settled.add(ctx.request);
  const key = headers.get('idempotency-key') ?? (headers.has('authorization') ? randomUUID() : '');
  if (!KEY.test(key)) {
    // Our pages send no bearer.
    if (headers.has('authorization')) {
      throw refused(
        'O cabeçalho Idempotency-Key precisa ter de 8 a 64 letras, números ou sinais, sem espaços e sem acentos.',
      );
    }
    throw refused('Este envio veio sem identificador (cabeçalho Idempotency-Key). Abra a página de novo.');
  }
  const text = JSON.stringify(parts);
  const [present, ...before] = ctx.tokens.derivedKeys('idempotency');
  const hashBy = (secret: Uint8Array) => createHmac('sha256', secret).update(text).digest('hex');
  return { owner, key, call, hash: hashBy(present), olderHashes: before.map(hashBy) };
}

/**
 * Records an intent inside a transaction, so that only the first of equal intents proceeds.
 *
 * @returns null for a new intent; its stored row for a repeated one.
 * @throws Refusal 409 if the key was used for something else.
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

/** Stores the answer to an intent, for repeated requests. */
async function keepAnswer(db: Db, { owner, key }: Pick<Intent, 'owner' | 'key'>, answer: unknown): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('owner', '=', owner)
    .where('key', '=', key)
    .execute();
}

/** Keeps a part of an answer out of the stored one, and reads it again for a repeated request. */
export interface SecretPart<T> {
  without(answer: T): T;
  again(tx: Db, stored: T): Promise<T>;
}

/**
 * Runs a step without outside services exactly once for a key: one transaction stores the key, the writes of `act` and the
 * answer. A repeated key gets the first answer again; a refusal stores nothing, so the client can try again.
 *
 * @param parts everything that defines the intent: params and body.
 * @param secret for an answer with a part that must not be copied into the table of keys.
 * @throws Refusal 400 without a usable key, 409 for a key that was used with another body; and the refusals of `act`.
 */
export async function once<T>(
  ctx: Ctx,
  call: string,
  parts: unknown,
  act: (tx: Db) => Promise<T>,
  secret?: SecretPart<T>,
): Promise<T> {
  const { key, userId } = ctx.session;
  const intent = intentOf(ctx, key ? `key:${key.id}` : `user:${userId}`, call, parts);
  return ctx.db.transaction().execute(async (tx) => {
    const known = await noteIntent(tx, intent, ctx.now());
    if (known) return secret ? secret.again(tx, known.answer as T) : (known.answer as T);
    const answer = await act(tx);
    await keepAnswer(tx, intent, secret ? secret.without(answer) : answer);
    return answer;
  });
}

/** A key expires after the number of days in the settings. */
export async function deleteOldKeys({ config, db, now }: School): Promise<void> {
  const before = new Date(now().getTime() - config.RETENTION_DAYS.keys * DAY_MS).toISOString();
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
}
