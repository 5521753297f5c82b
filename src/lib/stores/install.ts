import { atom } from 'nanostores';
import { api } from '#lib/api/browser.ts';
import { numberBox, pageUser, textBox } from '#lib/rules/device/device-box.ts';
import { countsAsInstalled, isCardWelcome, isIos } from '#lib/rules/device/install-offer.ts';

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const allVisits = numberBox('local', 'portal_visits');
const visit = numberBox('session', 'portal_visits');
const dismissed = numberBox('local', 'portal_install_dismissed');
/** The user for whom this session sent the flag. */
const sentFor = textBox('session', 'portal_pwa_sent');
/** Browsers offer installation some moments after the page loads; until then a missing offer means nothing. */
const OFFER_WAIT_MS = 3_000;

/** Starts true, and turns false when the browser offers to install (PWA-03). */
const $isInstalled = atom(true);
/** The browser’s offer, until the user answers it (PWA-04, PWA-05). */
const $offer = atom<InstallPrompt | null>(null);
/** The card to show: the browser's own prompt, or the steps of iOS. */
export const $installCard = atom<'prompt' | 'ios' | null>(null);

let sending: Promise<void> = Promise.resolve();
/** Settles once the server has this session’s flag, because the notification permission depends on it (PUSH-02). */
export const installSent = (): Promise<void> => sending;

/**
 * Listens for the browser’s offer and, for a logged-in user, reports to the server whether the portal is installed: once
 * a session, and when that changes (PUSH-02, PWA-06).
 *
 * @param known the server’s value; undefined without a user
 */
export function watchInstall(known: boolean | undefined): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    $offer.set(event as InstallPrompt);
    $isInstalled.set(false);
    if (isWelcome()) $installCard.set('prompt');
  });
  addEventListener('appinstalled', () => {
    $offer.set(null);
    $isInstalled.set(true);
    $installCard.set(null);
    if (known !== undefined) void sendInstalled(true);
  });
  if (known === undefined) return;
  const isSent = sentFor.read() === pageUser();
  const sent = whenDecided().then((isInstalled) => {
    if (!isSent || isInstalled !== known) return sendInstalled(isInstalled);
  });
  if (!isSent) sending = sent;
}

/** Whether the portal is installed, as soon as the window or the browser’s offer shows it. */
const whenDecided = (): Promise<boolean> =>
  new Promise((done) => {
    const offersInstall = 'onbeforeinstallprompt' in window;
    const decide = () =>
      done(countsAsInstalled({ isStandalone: isStandalone(), offersInstall, wasOffered: !$isInstalled.get() }));
    const isDecided = isStandalone() || !offersInstall;
    if (!isDecided) addEventListener('beforeinstallprompt', decide);
    setTimeout(decide, isDecided ? 0 : OFFER_WAIT_MS);
  });

/** Counts this visit, and shows the steps of iOS, which makes no offer. */
export async function welcomeVisit(): Promise<void> {
  if (isWelcome() && !isStandalone() && isIos(navigator.userAgent, navigator.maxTouchPoints)) $installCard.set('ios');
}

/** Whether the portal runs in its own window; older iPhones say so in their own way. */
export const isStandalone = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);

let welcome: boolean | undefined;
/** Whether the card may be shown on this page. It reads the browser’s storage, which is slow at first. */
function isWelcome(): boolean {
  welcome ??= isCardWelcome(countVisit(), dismissed.read() ?? 0, Date.now());
  return welcome;
}

/** @returns the number of visits, with this one. A visit is a session of a tab. */
function countVisit(): number {
  const visits = (allVisits.read() ?? 0) + (visit.read() ? 0 : 1);
  allVisits.keep(visits);
  visit.keep(1);
  return visits;
}

/** Rarely needed, so its contract is loaded on demand. A failure is ignored: the next page tries again. */
async function sendInstalled(isInstalled: boolean): Promise<void> {
  try {
    const { updatePwa } = await import('#lib/contract/devices.ts');
    await api(updatePwa, { body: { pwa_installed: isInstalled } });
    sentFor.keep(pageUser());
  } catch {
    // The server keeps its earlier value.
  }
}

/** Shows the browser's prompt; any answer uses up the offer. */
export async function install(): Promise<void> {
  const offer = $offer.get();
  if (!offer) return;
  await offer.prompt();
  const { outcome } = await offer.userChoice;
  $offer.set(null);
  $installCard.set(null);
  if (outcome === 'accepted') $isInstalled.set(true);
}

/** “Not now”: the card is hidden for thirty days. */
export function dismissInstall(): void {
  dismissed.keep(Date.now());
  $installCard.set(null);
}
