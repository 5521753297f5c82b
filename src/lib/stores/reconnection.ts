/** The maximum time until a retry on a visible page after the network is back. */
const PAUSE_MS = 5_000;

/**
 * Sends waiting data: now, when the browser reports the network, and every few seconds while data waits. A browser may
 * report it late or never: one that loads a page offline can consider itself online.
 *
 * @param isWaiting whether a retry every few seconds makes sense
 */
export function sendWhenConnected(send: () => Promise<unknown>, isWaiting: () => boolean): void {
  const sendNow = () => void send();
  addEventListener('online', sendNow);
  setInterval(() => {
    if (navigator.onLine && !document.hidden && isWaiting()) sendNow();
  }, PAUSE_MS);
  sendNow();
}
