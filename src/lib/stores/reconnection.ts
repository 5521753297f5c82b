/** The longest that something waits on a looked-at page after the network came back. */
const PAUSE_MS = 5_000;

/**
 * Sends what waits: now, when the browser says that the network is back, and every few seconds while something waits. A
 * browser may say it late or never: one that loads a page without a network can take itself for connected.
 *
 * @param isWaiting whether a try every few seconds makes sense
 */
export function sendWhenConnected(send: () => Promise<unknown>, isWaiting: () => boolean): void {
  const sendNow = () => void send();
  addEventListener('online', sendNow);
  setInterval(() => {
    if (navigator.onLine && !document.hidden && isWaiting()) sendNow();
  }, PAUSE_MS);
  sendNow();
}
