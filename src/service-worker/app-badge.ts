declare const self: ServiceWorkerGlobalScope;

const UNREAD = '/api/v1/do/inbox.countUnreadNotices/';

/**
 * Shows the number of unread notices on the icon of the installed app, if the browser can.
 *
 * @param count the message’s number; absent: fetch it as the logged-in user
 */
export async function showUnread(count?: number): Promise<void> {
  if (!('setAppBadge' in self.navigator)) return;
  try {
    const unread = count ?? (await ask());
    // Without a session the number is unknown, so the icon keeps its number.
    if (unread === undefined) return;
    await (unread > 0 ? self.navigator.setAppBadge(unread) : self.navigator.clearAppBadge());
  } catch {
    // Not installed, or without a connection. The notification itself was shown.
  }
}

export const clearUnread = (): Promise<void> => showUnread(0);

async function ask(): Promise<number | undefined> {
  const answer = await fetch(UNREAD, { credentials: 'same-origin' });
  const { unread } = answer.ok ? ((await answer.json()) as { unread?: unknown }) : {};
  return typeof unread === 'number' ? unread : undefined;
}
