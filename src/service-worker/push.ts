import { showUnread } from './app-badge.ts';
import { type NoticeAction, ownPath, readNotice } from './notice.ts';

declare const self: ServiceWorkerGlobalScope;

type Readable = Pick<PushMessageData, 'text'>;

/**
 * What a push brings. Browsers that read declarative messages hand over a notification that they made of it, in place of
 * the text.
 */
export function messageIn(event: PushEvent): Readable | null {
  const { data, notification, appBadge } = event as PushEvent & {
    notification?: (Notification & { navigate?: string; image?: string }) | null;
    appBadge?: number | null;
  };
  if (data || !notification) return data;
  const { title, body, tag, icon, image, navigate, data: own } = notification;
  const text = JSON.stringify({
    notification: { title, body, tag, icon, image, navigate, data: own },
    ...(appBadge != null && { app_badge: appBadge }),
  });
  return { text: () => text };
}

const EVENTS = '/api/v1/portal/push/events/';
/** What opens counts the unread notices: the school gets this long to hear of the press first. */
const PATIENCE_MS = 100;

/** Shows the notice of a push message, and tells the school and the open pages that it was shown. */
export async function showNotice(data: Readable | null): Promise<void> {
  const { title, options, unread } = readNotice(textOf(data), self.location.origin, actionsShown());
  try {
    await self.registration.showNotification(title, options);
  } catch {
    // Some of it is more than this browser bears, and something has to be shown for every push.
    await self.registration.showNotification(title, { body: options.body, data: options.data });
  }
  for (const client of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    client.postMessage({ type: 'notice-shown', tag: options.tag });
  }
  await Promise.all([tell(options.data.token, 'shown'), showUnread(unread)]);
}

/**
 * Opens the link of a notice, in a window that is already open where there is one (PUSH-15).
 *
 * A browser lets a worker open and focus a window for a moment after the press (one second in Firefox), so both are asked
 * before anything else is waited for. Leading a window elsewhere needs no press.
 *
 * @param action the button that was touched; empty for the notice itself
 */
export async function openNotice(notification: Notification, action: string): Promise<void> {
  notification.close();
  const { path, token } = dataOf(notification);
  if (action === ('later' satisfies NoticeAction)) return tell(token, 'closed');
  const telling = tell(token, 'clicked');
  await goTo(ownPath(path, self.location.origin), telling);
  await telling;
}

/** In the window that is in front; in a new one where none is. */
async function goTo(path: string, telling: Promise<void>): Promise<void> {
  const open = await frontWindow();
  if (!open) {
    await self.clients.openWindow(path);
    return;
  }
  // Some browsers focus no window: it goes there all the same.
  const focusing = open.focus().catch(() => undefined);
  await Promise.race([telling, new Promise((go) => setTimeout(go, PATIENCE_MS))]);
  if (!(await lead(open, path))) await goElsewhere(path);
  await focusing;
}

/** The window may not be led: it was just being left. The press may be used up by then, so what came after it is led. */
async function goElsewhere(path: string): Promise<void> {
  const opened = await self.clients.openWindow(path).then(
    () => true,
    () => false,
  );
  if (opened) return;
  const next = await frontWindow();
  if (next) await lead(next, path);
}

const lead = (window: WindowClient, path: string): Promise<WindowClient | null> =>
  window.navigate(path).catch(() => null);

async function frontWindow(): Promise<WindowClient | undefined> {
  const windows = await self.clients.matchAll({ type: 'window' });
  return windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
}

/** Swiped away. */
export const closeNotice = (notification: Notification): Promise<void> => tell(dataOf(notification).token, 'closed');

/** At logout: nobody else reads them on this device. */
export async function closeAllNotices(): Promise<void> {
  for (const notification of await self.registration.getNotifications()) notification.close();
}

const dataOf = ({ data }: Notification) => (data ?? {}) as { path?: unknown; token?: string };

const actionsShown = () => Number((Notification as { maxActions?: number }).maxActions ?? 0);

/** A body that is no text counts as none. */
function textOf(data: Readable | null): string | undefined {
  try {
    return data?.text();
  } catch {
    return undefined;
  }
}

/** A failure is not worth a word: the notice was for the reader. */
async function tell(token: string | undefined, event: 'shown' | 'clicked' | 'closed'): Promise<void> {
  if (!token) return;
  await fetch(EVENTS, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ delivery_token: token, event }),
    keepalive: true,
  }).catch(() => undefined);
}
