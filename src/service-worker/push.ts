import { showUnread } from './app-badge.ts';
import { type NoticeAction, ownPath, readNotice } from './notice.ts';

declare const self: ServiceWorkerGlobalScope;

type Readable = Pick<PushMessageData, 'text'>;

/**
 * The message of a push. Browsers with declarative messages pass a notification that they made from it, instead of the
 * text.
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

const EVENTS = '/api/v1/do/devices.reportEvent/';
/** The opened page counts the unread notices, so the report of the click gets this long to arrive first. */
const MAX_WAIT_MS = 100;

/** Shows the notice of a push message, and reports to the school and the open pages that it was shown. */
export async function showNotice(data: Readable | null): Promise<void> {
  const { title, options, unread } = readNotice(textOf(data), self.location.origin, actionsShown());
  try {
    await self.registration.showNotification(title, options);
  } catch {
    // This browser does not support some option, and every push has to show a notification.
    await self.registration.showNotification(title, { body: options.body, data: options.data });
  }
  for (const client of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    client.postMessage({ type: 'notice-shown', tag: options.tag });
  }
  await Promise.all([report(options.data.token, 'shown'), showUnread(unread)]);
}

/**
 * Opens the link of a notice (PUSH-15), in an open window if there is one.
 *
 * For a moment after the press (one second in Firefox), a browser lets a worker open and focus a window. So the worker
 * asks for both before it waits for anything else. Sending a window to another page needs no press.
 *
 * @param action the pressed button; empty for the notice itself
 */
export async function openNotice(notification: Notification, action: string): Promise<void> {
  notification.close();
  const { path, token } = dataOf(notification);
  if (action === ('later' satisfies NoticeAction)) return report(token, 'closed');
  const reporting = report(token, 'clicked');
  await goTo(ownPath(path, self.location.origin), reporting);
  await reporting;
}

/** Opens the path in the front window, or in a new one if none is open. */
async function goTo(path: string, reporting: Promise<void>): Promise<void> {
  const open = await frontWindow();
  if (!open) {
    await self.clients.openWindow(path);
    return;
  }
  // Some browsers cannot focus a window, but it still navigates.
  const focusing = open.focus().catch(() => undefined);
  await Promise.race([reporting, new Promise((go) => setTimeout(go, MAX_WAIT_MS))]);
  if (!(await lead(open, path))) await goElsewhere(path);
  await focusing;
}

/** The window was closing. Opens a new one. If the press is used up, sends the next front window there. */
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

/** The user swiped the notice away. */
export const closeNotice = (notification: Notification): Promise<void> => report(dataOf(notification).token, 'closed');

/** At logout, so that nobody else reads the notices on this device. */
export async function closeAllNotices(): Promise<void> {
  for (const notification of await self.registration.getNotifications()) notification.close();
}

const dataOf = ({ data }: Notification) => (data ?? {}) as { path?: unknown; token?: string };

const actionsShown = () => Number((Notification as { maxActions?: number }).maxActions ?? 0);

/** A body that is not text counts as no body. */
function textOf(data: Readable | null): string | undefined {
  try {
    return data?.text();
  } catch {
    return undefined;
  }
}

/** A failure is ignored: the notice was for the reader. */
async function report(token: string | undefined, event: 'shown' | 'clicked' | 'closed'): Promise<void> {
  if (!token) return;
  await fetch(EVENTS, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ delivery_token: token, event }),
    keepalive: true,
  }).catch(() => undefined);
}
