import { followShared } from './live.ts';
import { tendOfflineStudy } from './offline-study.ts';

/** Background tasks on the pages of a logged-in user: shared values, offline study, and this device’s notifications. */
export async function tendUser(userId: string): Promise<void> {
  followShared();
  await tendOfflineStudy(userId);
  // A user with a printed-code session gets no notices.
  if (!('PushManager' in window) || document.body.dataset.byBook !== undefined) return;
  const { tendPush } = await import('./push-card.ts');
  await tendPush(Number(userId));
}
