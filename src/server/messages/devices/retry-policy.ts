import type { SenderSettings } from './sender-settings.ts';

type Waits = Pick<SenderSettings, 'mostAttempts' | 'firstWaitMs' | 'longestWaitMs'>;

/**
 * How long a message waits after a failure: as long as its service asked, else twice as long each time. A random fifth
 * more or less spreads the retries. It is never shorter than the service asked.
 *
 * @param attempts made so far, the last one included
 * @param waitS the service's wait, in seconds
 * @param random from 0 to 1
 * @returns milliseconds, at most `longestWaitMs`
 */
export function waitAfter(
  attempts: number,
  waitS: number | null,
  { firstWaitMs, longestWaitMs }: Waits,
  random: number = Math.random(),
): number {
  if (waitS !== null) return Math.min(waitS * 1_000 * (1 + random / 5), longestWaitMs);
  const doubled = firstWaitMs * 2 ** Math.min(attempts - 1, 30);
  return Math.min(doubled * (0.8 + random * 0.4), longestWaitMs);
}

/**
 * When a message is tried again.
 *
 * @param expiresAt the end of the message's use
 * @returns null: this was the last try
 */
export function nextTry(
  { attempts, waitS, expiresAt, now }: { attempts: number; waitS: number | null; expiresAt: Date | null; now: Date },
  waits: Waits,
): Date | null {
  if (attempts >= waits.mostAttempts) return null;
  const next = new Date(now.getTime() + Math.max(1, Math.round(waitAfter(attempts, waitS, waits))));
  return expiresAt !== null && next >= expiresAt ? null : next;
}
