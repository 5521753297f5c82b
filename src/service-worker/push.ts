import { ownPath, readNotice } from './notice.ts';

declare const self: ServiceWorkerGlobalScope;

const EVENTS = '/api/v1/portal/push/events/';

/** Shows the notice of a push message, and tells the school that it was shown. */
export async function showNotice(data: PushMessageData | null): Promise<void> {
  const { title, options } = readNotice(data?.text(), self.location.origin);
  await self.registration.showNotification(title, options);
  await tell(options.data.token, 'shown');
}

/** Opens the link of a notice, in a window that is already open where there is one (PUSH-15). */
export async function openNotice(notification: Notification): Promise<void> {
  notification.close();
  const { path, token } = dataOf(notification);
  const [open] = await self.clients.matchAll({ type: 'window' });
  const telling = tell(token, 'clicked');
  if (open) {
    await open.focus();
    await open.navigate(ownPath(path, self.location.origin));
  } else await self.clients.openWindow(ownPath(path, self.location.origin));
  await telling;
}

/** Swiped away. */
export const closeNotice = (notification: Notification): Promise<void> => tell(dataOf(notification).token, 'closed');

const dataOf = ({ data }: Notification) => (data ?? {}) as { path?: unknown; token?: string };

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
