import { HOUR_MS } from '../time/spans.ts';

/** Notices that can wait are sent to one reader at most once in this time. */
export const BUNDLE_MS = HOUR_MS;

/**
 * When a notice that can wait is sent. Without a message in the last hour: at once. Otherwise together with notices that
 * already wait, or an hour after the last message, so that notices in the meantime arrive as one. It is at most an hour
 * from now.
 *
 * @param messages instants at which messages to the same reader were or will be sent
 */
export function bundleTime(now: Date, messages: readonly Date[]): Date {
  const at = now.getTime();
  const times = messages.map((each) => each.getTime());
  const waiting = times.filter((each) => each > at && each <= at + BUNDLE_MS);
  if (waiting.length > 0) return new Date(Math.min(...waiting));
  const last = Math.max(...times.filter((each) => each <= at));
  return new Date(Math.max(at, last + BUNDLE_MS));
}
