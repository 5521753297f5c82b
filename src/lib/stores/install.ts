import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { updatePwa } from '#lib/contract/account.ts';

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const VISITS = 'portal_visits';
const DISMISSED = 'portal_install_dismissed';
const PAUSE_MS = 30 * 24 * 60 * 60 * 1000;

/** Starts true, and turns false when the browser offers to install (PWA-03). */
export const $isInstalled = atom(true);
/** The offer, kept until the user answered it (PWA-04, PWA-05). */
const $offer = atom<InstallPrompt | null>(null);
/** Which card to show: the browser's own prompt, or the steps of iOS. */
export const $installCard = atom<'prompt' | 'ios' | null>(null);

/** Listens for the browser's offer and tells the server whether the portal is installed (PWA-06). */
export function watchInstall(): void {
  const isStandalone = matchMedia('(display-mode: standalone)').matches || 'standalone' in navigator && navigator.standalone === true;
  const visits = Number(localStorage.getItem(VISITS) ?? 0) + (sessionStorage.getItem(VISITS) ? 0 : 1);
  localStorage.setItem(VISITS, String(visits));
  sessionStorage.setItem(VISITS, '1');
  const isWelcome = visits > 1 && Date.now() - Number(localStorage.getItem(DISMISSED) ?? 0) > PAUSE_MS;
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    $offer.set(event as InstallPrompt);
    $isInstalled.set(false);
    if (isWelcome) $installCard.set('prompt');
  });
  addEventListener('appinstalled', () => {
    $isInstalled.set(true);
    $installCard.set(null);
    void tellServer(true);
  });
  const isIos = /iPhone|iPad|iPod/.test(navigator.userAgent);
  if (isWelcome && isIos && !isStandalone) $installCard.set('ios');
  const known = document.body.dataset.pwaInstalled;
  if (known !== undefined && known !== String(isStandalone)) void tellServer(isStandalone);
}

/** A flag that is only for statistics: a failure is not worth a word to the user. */
const tellServer = (isInstalled: boolean) => api(updatePwa, { body: { pwa_installed: isInstalled } }).catch(() => undefined);

/** Shows the browser's prompt; the offer is used up by the answer, whatever it is. */
export async function install(): Promise<void> {
  const offer = $offer.get();
  if (!offer) return;
  await offer.prompt();
  const { outcome } = await offer.userChoice;
  $offer.set(null);
  $installCard.set(null);
  if (outcome === 'accepted') $isInstalled.set(true);
}

/** Not now: the card stays away for thirty days. */
export function dismissInstall(): void {
  localStorage.setItem(DISMISSED, String(Date.now()));
  $installCard.set(null);
}
