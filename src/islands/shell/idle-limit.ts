/**
 * The maximum delay of an island with `client:idle`. Chromium can consider a page busy for as long as it is open,
 * although nothing runs. Safari has no idle callback, so it waits this long.
 */
export const IDLE_LIMIT = { timeout: 500 };
