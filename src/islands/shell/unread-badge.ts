/** The icon of the installed app shows what the bell of this page shows. */
export function showUnreadOnIcon(unread: number): void {
  if (!('setAppBadge' in navigator)) return;
  // The browser refuses if the portal is not installed.
  const shown = unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge();
  shown.catch(() => undefined);
}
