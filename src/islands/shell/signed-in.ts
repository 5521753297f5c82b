import { tendOfflineStudy } from './offline-study.ts';
import { showUnreadOnIcon } from './unread-badge.ts';

/** What runs beside the pages of somebody who is logged in: what was studied offline, and this device's notifications. */
export async function tendUser(userId: string): Promise<void> {
  showUnreadOnIcon();
  await tendOfflineStudy(userId);
  // A printed book code is given no notices.
  if (!('PushManager' in window) || document.body.dataset.byBook !== undefined) return;
  const { tendPush } = await import('./push-card.ts');
  await tendPush(Number(userId));
}
