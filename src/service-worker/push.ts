import { ownPath, readNotice } from './notice.ts';

declare const self: ServiceWorkerGlobalScope;

/** Shows the notice of a push message. */
export function showNotice(data: PushMessageData | null): Promise<void> {
  const { title, options } = readNotice(data?.text(), self.location.origin);
  return self.registration.showNotification(title, options);
}

/** Opens the link of a notice, in a window that is already open where there is one (PUSH-15). */
export async function openNotice(notification: Notification): Promise<void> {
  notification.close();
  const path = ownPath((notification.data as { path?: unknown } | null)?.path, self.location.origin);
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (!open) {
    await self.clients.openWindow(path);
    return;
  }
  await open.focus();
  await open.navigate(path);
}
