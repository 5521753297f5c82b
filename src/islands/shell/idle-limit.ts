/**
 * An island of `client:idle` begins after this time at the latest. Chromium can call a page busy for as long as it is open,
 * although nothing runs there. Safari has no idle time to wait for, so it waits this long.
 */
export const IDLE_LIMIT = { timeout: 500 };
