import { failureOf } from '#lib/api/part.ts';
import { isObject, jsonBox, pageUser } from '#lib/rules/device/device-box.ts';

interface StoredIntent {
  key: string;
  about: string;
}

/**
 * The `Idempotency-Key` of an intent: created at the first attempt and reused for retries and reloads of this tab, so
 * that a retry acts only once.
 *
 * @param name of the intent, such as `card:105`
 * @param about its content: other content is another intent. The device stores it, so it never contains a card.
 */
export function intentKey(name: string, about = ''): string {
  const known = boxOf(name).read();
  if (known?.about === about) return known.key;
  const key = newKey();
  boxOf(name).keep({ key, about });
  return key;
}

/** Ends an intent with a known result: the next attempt is a new one. */
export function endIntent(name: string): void {
  boxOf(name).drop();
}

/**
 * Pays a bill under the key of an intent. If an answer is lost and the user tries another card, the key differs: the bill
 * itself prevents a second payment.
 */
export async function sendCard<T>(name: string, send: (idempotencyKey: string) => Promise<T>): Promise<T> {
  try {
    return await send(intentKey(name));
  } catch (error) {
    if (failureOf(error).code !== 'key_reused') throw error;
    endIntent(name);
    return send(intentKey(name));
  }
}

const boxOf = (name: string) => jsonBox<StoredIntent>('session', `portal_intent:${pageUser()}:${name}`, isObject);

/** `randomUUID` exists only in secure contexts, which a portal in a school’s own network may not have. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
