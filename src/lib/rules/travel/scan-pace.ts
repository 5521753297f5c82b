/** After this time out of view, a code counts as shown again on purpose. */
const GONE_MS = 4_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

/** Decides which camera frames with a code are sent to the school. */
export interface ScanPace {
  /** Called for each code seen. @param now milliseconds */
  mayAsk(text: string, now: number): boolean;
  /** Called after a refusal: the same code is ignored while it stays in view, and others wait longer each time. */
  refuse(text: string, now: number): void;
}

export function createScanPace(): ScanPace {
  const refused = new Map<string, number>();
  let freeAt = 0;
  let wait = FIRST_WAIT_MS;
  return {
    mayAsk(text, now) {
      const seenAt = refused.get(text);
      const isStillThere = seenAt !== undefined && now - seenAt < GONE_MS;
      if (isStillThere) refused.set(text, now);
      return !isStillThere && now >= freeAt;
    },
    refuse(text, now) {
      refused.set(text, now);
      freeAt = now + wait;
      wait = Math.min(wait * 2, MAX_WAIT_MS);
    },
  };
}
