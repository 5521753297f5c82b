/** The icon of the installed app shows what the bell of this page shows. */
export function showUnreadOnIcon(): void {
  const bell = document.querySelector<HTMLElement>('[data-unread]');
  if (!bell || !('setAppBadge' in navigator)) return;
  const unread = Number(bell.dataset.unread);
  // The browser refuses if the portal is not installed.
  const shown = unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge();
  shown.catch(() => undefined);
}
