import { textBox } from '#lib/rules/device/device-box.ts';
import { watchPageEnd } from '#lib/rules/device/leaving.ts';
import { watchInstall, welcomeVisit } from '#lib/stores/install.ts';
import { setToaster, toast } from '#lib/stores/toast.ts';
import { flashMessages } from '#lib/words/flash.ts';
import { tryQuietly, watchChunkFailures } from './chunk-failures.ts';
import { watchCopies } from './copy-press.ts';
import { wireInstallCard } from './install-card.ts';
import { watchLeaving } from './leaving-bar.ts';
import { STORED_FORMS } from './stored-forms-name.ts';
import { clearWorkerCaches, registerWorker } from './worker.ts';

/** Work that nobody waits for begins after this time at the latest: see `IDLE_LIMIT`. */
const WORK_LIMIT = { timeout: 2_000 };

/** Starts notices and buttons that copy. A page outside the shell calls it too. */
export function startPage(): void {
  setToaster(() => import('../ui/toaster-mount.ts').then(({ mountToaster }) => mountToaster()));
  watchCopies();
}

/** What every page of the shell runs: small, without React, and silent if a browser lacks something. */
export function startShell(): void {
  const { byBook, flash, pwaInstalled, sentry, userId } = document.body.dataset;

  watchPageEnd();
  watchChunkFailures();
  watchLeaving();
  startPage();
  watchForms(byBook === undefined ? (userId ?? '') : '');

  const message = flash ? flashMessages[flash] : undefined;
  if (message) toast[message.kind](message.text);

  // What the integration of the report service begins with: see scripts/sentry-integration.ts.
  if (sentry) whenIdle(async () => void (await import('virtual:sentry-client')));
  showChosen();
  watchInstall(pwaInstalled === undefined ? undefined : pwaInstalled === 'true');
  wireInstallCard();
  whenIdle(welcomeVisit);
  whenIdle(registerWorker);
  if (document.querySelector('[data-in-place]'))
    whenIdle(() => import('./in-place.ts').then(({ watchInPlace }) => watchInPlace()));
  if (userId) whenIdle(() => import('./signed-in.ts').then(({ tendUser }) => tendUser(userId)));

  for (const form of document.querySelectorAll('form[data-logout]')) form.addEventListener('submit', clearWorkerCaches);
}

/** Brings the chosen links into view, each in its own box: the page itself stays where it is. */
function showChosen(): void {
  // The list of places is longer than the screen of a small laptop.
  document.querySelector('.rail-nav [aria-current]')?.scrollIntoView({ block: 'nearest' });
  // Other browsers have drawn it in view already.
  if (CSS.supports('scroll-initial-target', 'nearest')) return;
  for (const strip of document.querySelectorAll<HTMLElement>('.strip')) {
    const chosen = strip.querySelector<HTMLElement>('[aria-current="page"], [aria-current="step"]');
    if (chosen) strip.scrollLeft = chosen.offsetLeft - (strip.clientWidth - chosen.offsetWidth) / 2;
  }
}

/** Its code comes where something was kept, or with the first touch of a field. @param owner empty: a visitor */
function watchForms(owner: string): void {
  const load = () => void tryQuietly(async () => (await import('./stored-forms.ts')).storeForms(owner));
  if (textBox('session', STORED_FORMS).read() !== null) load();
  else if (owner !== '') for (const kind of ['focusin', 'input']) addEventListener(kind, load, { once: true });
}

function whenIdle(work: () => Promise<void>): void {
  const start = () => void tryQuietly(work);
  if ('requestIdleCallback' in window) requestIdleCallback(start, WORK_LIMIT);
  else setTimeout(start, 1);
}
