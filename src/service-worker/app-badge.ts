declare const self: ServiceWorkerGlobalScope;

const UNREAD = '/api/v1/portal/notices/unread/';

/**
 * Shows how many notices are unread on the icon of the installed app, where there is such a thing.
 *
 * @param told by the message; absent: the school is asked, as whoever is logged in here.
 */
export async function showUnread(told?: number): Promise<void> {
  if (!('setAppBadge' in self.navigator)) return;
  try {
    const unread = told ?? (await ask());
    // An empty session knows no number: what the icon shows stays.
    if (unread === undefined) return;
    await (unread > 0 ? self.navigator.setAppBadge(unread) : self.navigator.clearAppBadge());
  } catch {
    // Not installed, or without a connection: the notification itself was shown.
  }
}

export const clearUnread = (): Promise<void> => showUnread(0);

async function ask(): Promise<number | undefined> {
  const answer = await fetch(UNREAD, { credentials: 'same-origin' });
  const { unread } = answer.ok ? ((await answer.json()) as { unread?: unknown }) : {};
  return typeof unread === 'number' ? unread : undefined;
}
