/** Keeps the screen on while the page is in view. A browser without this power, or a phone that saves its own, goes on. */
export function keepAwake(): void {
  const hold = () => {
    if (document.visibilityState === 'visible') void navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  hold();
  // The browser lets go whenever the page leaves the screen.
  document.addEventListener('visibilitychange', hold);
}
