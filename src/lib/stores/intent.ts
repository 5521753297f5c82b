const PREFIX = 'portal_intent:';

/**
 * The `Idempotency-Key` of an intent: made at the first try and kept across retries and reloads of this tab, so that
 * trying again never pays again.
 *
 * @param name of the intent, such as `card:105`.
 */
export function intentKey(name: string): string {
  const known = sessionStorage.getItem(PREFIX + name);
  if (known) return known;
  const key = crypto.randomUUID();
  sessionStorage.setItem(PREFIX + name, key);
  return key;
}

/** Ends an intent whose outcome is known: what comes next is a new one. */
export function endIntent(name: string): void {
  sessionStorage.removeItem(PREFIX + name);
}
