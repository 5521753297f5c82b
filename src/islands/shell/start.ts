import { textBox } from '#lib/rules/device/device-box.ts';
import { watchPageEnd } from '#lib/rules/device/leaving.ts';
import { $installCard, dismissInstall, install, watchInstall, welcomeVisit } from '#lib/stores/install.ts';
import { setToaster, toast } from '#lib/stores/toast.ts';
import { flashMessages } from '#lib/words/flash.ts';
import { tryQuietly, watchChunkFailures } from './chunk-failures.ts';
import { STORED_FORMS } from './stored-forms-name.ts';
import { clearWorkerCaches, registerWorker } from './worker.ts';

/** The maximum delay of background work: see `IDLE_LIMIT`. */
const WORK_LIMIT = { timeout: 2_000 };

/** Starts notices and copy buttons. Pages outside the shell call it too. */
export function startPage(): void {
  setToaster(() => import('../ui/toaster-mount.ts').then(({ mountToaster }) => mountToaster()));
  watchCopies();
}

/** Starts the scripts of every page of the shell: small, without React, and silent if the browser lacks a feature. */
export function startShell(): void {
  const { byBook, flash, pwaInstalled, sentry, userId } = document.body.dataset;

  watchPageEnd();
  watchChunkFailures();
  watchLeaving();
  startPage();
  watchForms(byBook === undefined ? (userId ?? '') : '');

  const message = flash ? flashMessages[flash] : undefined;
  if (message) toast[message.kind](message.text);

  // The entry point of the report service’s integration: see scripts/sentry-integration.ts.
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

/** Scrolls the current links into view, each within its own container: the page itself does not scroll. */
function showChosen(): void {
  // The navigation is taller than the screen of a small laptop.
  document.querySelector('.rail-nav [aria-current]')?.scrollIntoView({ block: 'nearest' });
  // Other browsers have already rendered it in view.
  if (CSS.supports('scroll-initial-target', 'nearest')) return;
  for (const strip of document.querySelectorAll<HTMLElement>('.strip')) {
    const chosen = strip.querySelector<HTMLElement>('[aria-current="page"], [aria-current="step"]');
    if (chosen) strip.scrollLeft = chosen.offsetLeft - (strip.clientWidth - chosen.offsetWidth) / 2;
  }
}

/** The code loads if there are stored values, or with the first touch of a field. @param owner empty: a visitor */
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

/** Shows or hides the install card of a page, depending on the browser’s offer. */
function wireInstallCard(): void {
  const card = document.querySelector<HTMLElement>('[data-install-card]');
  if (!card) return;
  card.querySelector('button[data-install]')?.addEventListener('click', () => void install());
  card.querySelector('[data-install-later]')?.addEventListener('click', dismissInstall);
  $installCard.subscribe((kind) => {
    card.hidden = kind === null;
    for (const part of card.querySelectorAll<HTMLElement>('[data-install]'))
      part.hidden = part.dataset.install !== kind;
  });
}

const MAX_WAIT_MS = 150;
/** A link may be a download, which does not leave the page. */
const MAX_MS = 10_000;

/** Shows a progress bar when the next page takes longer than a moment, so that a tap never seems ignored. */
function watchLeaving(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (isLeaving: boolean) => document.documentElement.toggleAttribute('data-leaving', isLeaving);
  const begin = (event: Event) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (event.defaultPrevented) return;
      show(true);
      timer = setTimeout(end, MAX_MS);
    }, MAX_WAIT_MS);
  };
  const end = () => {
    clearTimeout(timer);
    show(false);
  };
  document.addEventListener('submit', begin);
  document.addEventListener('click', (event) => {
    if (leads(event)) begin(event);
  });
  // The page is restored from the back/forward cache.
  addEventListener('pageshow', end);
}

/** Whether a click opens another page of the portal in this window. */
function leads(event: MouseEvent): boolean {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || link.target || link.hasAttribute('download')) return false;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  const { origin, pathname, search, hash } = new URL(link.href);
  const isHere = pathname === location.pathname && search === location.search && hash !== '';
  return origin === location.origin && !pathname.startsWith('/api/') && !isHere;
}

/** The reader closed the device’s share sheet, or it is already open. */
const NO_WISH: readonly string[] = ['AbortError', 'InvalidStateError'];

/**
 * Copy buttons: they copy their `data-copy`, on pages and in islands; `data-copied` is the notice. With `data-share`, the
 * title of a share sheet, and its text in `data-share-text`, they open the device’s share sheet, if there is one. Both
 * need the user action of the press, so no code may load in between. A read-only field is selected when it gets the
 * focus.
 */
function watchCopies(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button[data-copy]') : null;
    if (!button) return;
    const isShared = button.dataset.share !== undefined && 'share' in navigator;
    void (isShared ? share(button) : copy(button));
  });
  document.addEventListener('focusin', ({ target }) => {
    if (isField(target) && target.readOnly) target.select();
  });
}

const isField = (what: unknown) => what instanceof HTMLInputElement || what instanceof HTMLTextAreaElement;

async function share(button: HTMLElement): Promise<void> {
  const { copy: url, share: title, shareText: text } = button.dataset;
  try {
    await navigator.share({ title, text, url });
  } catch (error) {
    if (error instanceof DOMException && NO_WISH.includes(error.name)) return;
    await copy(button);
  }
}

/** The button itself confirms at once: the code of a notice may not be loaded yet, and the network may be gone. */
async function copy(button: HTMLElement): Promise<void> {
  const { copy: text = '', share: title, copied = title === undefined ? 'Copiado.' : 'Link copiado.' } = button.dataset;
  try {
    await navigator.clipboard.writeText(text);
    const words = button.querySelector('[aria-live]');
    if (words) words.textContent = 'Copiado';
    if (button.ariaLabel) button.ariaLabel = button.ariaLabel.replace('Copiar', 'Copiado');
    toast.success(copied);
  } catch {
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
    const field = fields.find(({ readOnly, value }) => readOnly && value === text);
    field?.closest('details')?.setAttribute('open', '');
    // Focusing selects it.
    field?.focus();
    toast.error('Não foi possível copiar. Selecione o texto e copie.');
  }
}
