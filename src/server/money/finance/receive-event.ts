import type { PublicCtx } from '../../core/http/ctx.ts';
import { notFound, Refusal, unavailable } from '../../core/http/refusal.ts';
import { type ProviderEvent, ProviderSilent, WrongSignature } from '../../core/ports/payments/provider.ts';
import { providerNamed } from './accounts.ts';
import { hearOfAuthorization } from './authorization-state.ts';
import { isCallbackKey } from './callback-key.ts';
import { askAbout } from './follow-up.ts';
import { lookAtDebit } from './look-at-debits.ts';
import { chargeOfReference } from './queries.ts';
import { settleCharge } from './settle-charge.ts';

/**
 * Handles a signed message of the provider. A message only says that something changed, and we then query the state. So the order
 * of messages does not matter. Each message is recorded, so a repeated one costs nothing.
 *
 * @throws Refusal 401 for a wrong signature, 404 for an unknown provider, 503 when the provider does not answer: it then sends
 *   the message again.
 */
export async function receiveEvent(ctx: PublicCtx, providerName: string, body: string): Promise<{ detail: string }> {
  const { db, now, request } = ctx;
  const provider = await providerNamed(ctx, providerName);
  if (!provider) throw notFound();
  const event = readEvent(() => provider.readEvent(body, request.headers, now()));
  const known = await db
    .selectFrom('payment_events')
    .select('event_id')
    .where('provider', '=', providerName)
    .where('event_id', '=', event.id)
    .executeTakeFirst();
  if (known) return { detail: 'Já recebido.' };
  const { authorization } = event;
  const charge = await chargeOfReference(db, providerName, event.reference);
  await orUnavailable(async () => {
    const state = charge && (await askAbout(provider, charge));
    if (state) await settleCharge(ctx, charge, state, now());
    // An unpaid debit may have failed, and the bank may only report that for its authorization.
    if (charge?.autorizacao_id && state?.status !== 'paga') await lookAtDebit(ctx, charge.id);
    if (authorization) await hearOfAuthorization(ctx, provider, authorization);
  });
  await db
    .insertInto('payment_events')
    .values({
      provider: providerName,
      event_id: event.id,
      txid: event.reference.slice(0, 35),
      kind: event.kind,
      received_at: now().toISOString(),
    })
    .onConflict((row) => row.doNothing())
    .execute();
  return { detail: 'Recebido.' };
}

/**
 * Handles an unsigned message of a bank at an address that only the bank knows. It only triggers a query.
 *
 * @throws Refusal 404 for another address, 503 when the bank does not answer.
 */
export async function receiveCallback(ctx: PublicCtx, account: string, key: string, body: unknown) {
  if (!isCallbackKey(ctx.tokens, account, key)) throw notFound();
  const provider = await providerNamed(ctx, account);
  for (const reference of provider?.referencesIn?.(body) ?? []) {
    const charge = provider && (await chargeOfReference(ctx.db, account, reference));
    const state = charge && (await orUnavailable(() => askAbout(provider, charge)));
    if (state) await settleCharge(ctx, charge, state, ctx.now());
  }
  return { detail: 'Recebido.' };
}

/** @throws Refusal 503 when the provider does not answer */
const orUnavailable = <T>(ask: () => Promise<T>): Promise<T> =>
  ask().catch((error) => {
    if (error instanceof ProviderSilent) throw unavailable();
    throw error;
  });

function readEvent(read: () => ProviderEvent): ProviderEvent {
  try {
    return read();
  } catch (error) {
    if (error instanceof WrongSignature) throw new Refusal(401, 'Assinatura inválida.', { code: 'wrong_signature' });
    throw error;
  }
}
