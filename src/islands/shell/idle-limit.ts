/**
 * What waits for an idle browser begins after this time all the same. Chromium can call a page busy for as long as it is
 * open, although nothing runs there.
 */
export const IDLE_LIMIT = { timeout: 2_000 };
