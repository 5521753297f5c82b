import {
  $pushCard,
  checkPush,
  enablePush,
  followWorker,
  laterPush,
  sendTest,
  unblockHere,
} from '#lib/stores/devices.ts';
import { $installCard } from '#lib/stores/install.ts';

/** Runs the permission flow, and shows its card on pages that have one. */
export async function tendPush(userId: number): Promise<void> {
  const card = document.querySelector<HTMLElement>('[data-push-card]');
  if (card) wire(card, userId);
  followWorker();
  await checkPush(userId);
}

function wire(card: HTMLElement, userId: number): void {
  card.querySelector('[data-push-on]')?.addEventListener('click', () => void enablePush(userId));
  card.querySelector('[data-push-test]')?.addEventListener('click', () => void sendTest());
  for (const later of card.querySelectorAll('[data-push-later]')) later.addEventListener('click', laterPush);
  const show = () => {
    const kind = $pushCard.get();
    // One request at a time: installing comes first, because some phones notify only installed portals.
    card.hidden = kind === null || (kind === 'ask' && $installCard.get() !== null);
    const unblock = card.querySelector('[data-push-unblock]');
    if (kind === 'denied' && unblock) unblock.textContent = unblockHere(card.dataset.app ?? '');
    for (const part of card.querySelectorAll<HTMLElement>('[data-push]')) part.hidden = part.dataset.push !== kind;
  };
  $pushCard.subscribe(show);
  $installCard.subscribe(show);
}
