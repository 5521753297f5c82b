import type { ClientDirective } from 'astro';
import { notLoaded } from '#lib/words/pwa.ts';
import { isForPage } from '../ui/page-keys.ts';
import { IDLE_LIMIT } from './idle-limit.ts';

/**
 * Events of a reader’s first interaction: by touch, pointer, keys, voice or a screen reader. Focus is excluded, because
 * scripts set it too.
 */
const TOUCHES = ['pointerover', 'pointerdown', 'keydown', 'click', 'input', 'change'] as const;
/** How long a press waits for the code. */
const MAX_WAIT_MS = 10_000;

interface Sleeper {
  island: HTMLElement;
  load: Parameters<ClientDirective>[0];
  /** It has keyboard shortcuts for the whole page. */
  hasKeys: boolean;
  /** Its code is loading. */
  waking?: Promise<void> | undefined;
  /** Held events, by target: a button that is pressed twice while waiting still acts once. */
  held: Map<unknown, () => void>;
  /** Ends the waiting. */
  limit?: ReturnType<typeof setTimeout>;
  /** The message that the code did not load. */
  note?: HTMLElement;
}

const sleepers = new Set<Sleeper>();
/** Files that were requested, each once. */
const requested = new Set<string>();

/**
 * `client:touch`: an island hydrates when the reader first touches the page. Its files load once the page is idle and the
 * island is in view, or with the touch. Interactions with the island before its code is loaded are replayed: presses of
 * buttons and of links with `data-held`, changes of selects, and with `client:touch="keys"` keys of the page. With
 * `client:touch="now"` it holds keys too, and hydrates without a touch, because the reader came to press. It is not for
 * forms with text, checkboxes or radio buttons that are on the page before the code.
 */
const touch: ClientDirective = (load, { value }, island) => {
  const sleeper = { island, load, hasKeys: value === 'keys' || value === 'now', held: new Map() };
  sleepers.add(sleeper);
  if (value === 'now') void wake(sleeper);
};
// Astro takes a directive from the default export.
export default touch;

for (const name of TOUCHES) addEventListener(name, handleTouch, true);
if (document.readyState === 'complete') whenIdle();
else addEventListener('load', whenIdle, { once: true });

function whenIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(rest, IDLE_LIMIT);
  else setTimeout(rest, IDLE_LIMIT.timeout);
}

/** The page is idle: nothing else needs the network. With data saving on, files load only with the touch. */
function rest(): void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  const watch = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      const island = target.closest<HTMLElement>('astro-island');
      if (isIntersecting && island) fetchFiles(island, 'low', true);
    }
  });
  // The island’s own element has no box.
  for (const { island } of sleepers) {
    for (const control of island.querySelectorAll('button, a, input, select')) watch.observe(control);
  }
}

/** Preloads the files of an island in parallel: without it each file would name the next one. No code runs yet. */
function fetchFiles(island: HTMLElement, fetchPriority: 'high' | 'low', hasLater = false): void {
  const { files, later = '' } = island.dataset;
  // Some browsers do not retry a file that failed, so it is not requested without a network.
  if (files === undefined || !navigator.onLine) return;
  const [own = '', hydrate = ''] = ['component-url', 'renderer-url'].map((name) => island.getAttribute(name) ?? '');
  const names = `${files} ${hasLater ? later : ''}`.split(' ').filter(Boolean);
  const folder = own.slice(0, own.lastIndexOf('/') + 1);
  for (const href of [...names.map((name) => `${folder}${name}.js`), own, hydrate]) {
    if (requested.has(href)) continue;
    requested.add(href);
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, fetchPriority }));
  }
}

function handleTouch(event: Event): void {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const touched: Sleeper[] = [];
  for (const sleeper of sleepers) {
    const isInside = sleeper.island.contains(target);
    if (isInside) touched.push(sleeper);
    if (event.type === 'click') (isInside ? holdPress : forgetLinks)(sleeper, event as MouseEvent);
    // Changes are replayed by `keepTyped`.
    if (isInside && event.type === 'change') {
      target.ariaBusy = 'true';
      hold(sleeper, target, () => undefined);
    }
    if (sleeper.hasKeys && event.type === 'keydown') holdKey(sleeper, event as KeyboardEvent);
  }
  void wakeAll(touched);
}

/** Other islands wait for the touched one, because they share the network and the processor. */
async function wakeAll(touched: readonly Sleeper[]): Promise<void> {
  await Promise.all(touched.map(wake));
  for (const sleeper of sleepers) if (!touched.includes(sleeper)) void wake(sleeper);
}

/**
 * Shows a press immediately. A button with `data-plain` needs no code: its form is sent. With a modifier key a link opens
 * in another tab or window.
 */
function holdPress(sleeper: Sleeper, event: MouseEvent): void {
  const pressed = (event.target as Element).closest<HTMLElement>('button, a[data-held]');
  if (!pressed || 'plain' in pressed.dataset) return;
  if (isLink(pressed) && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  pressed.ariaBusy = 'true';
  hold(sleeper, pressed, () => pressed.click());
}

/** The reader continued elsewhere: a held link must not navigate away. */
function forgetLinks({ held }: Sleeper): void {
  for (const link of [...held.keys()].filter(isLink)) {
    held.delete(link);
    link.removeAttribute('aria-busy');
  }
}

const isLink = (what: unknown): what is HTMLAnchorElement => what instanceof HTMLAnchorElement;

/** Replays the key inside the island: React immediately hydrates the target of an event inside it. */
function holdKey(sleeper: Sleeper, event: KeyboardEvent): void {
  const { key } = event;
  if (!/^(.|Arrow.*)$/.test(key) || !isForPage(event)) return;
  if (key === ' ') event.preventDefault();
  hold(sleeper, key, () => sleeper.island.firstElementChild?.dispatchEvent(new KeyboardEvent('keydown', event)));
}

function hold(sleeper: Sleeper, what: unknown, again: () => void): void {
  sleeper.held.set(what, again);
  sleeper.note?.remove();
  clearTimeout(sleeper.limit);
  sleeper.limit = setTimeout(giveUp, MAX_WAIT_MS, sleeper);
  // Safari plays a sound after a delay only if it was loaded by a user action.
  for (const sound of sleeper.island.querySelectorAll('audio')) sound.load();
}

function wake(sleeper: Sleeper): Promise<void> {
  sleeper.waking ??= begin(sleeper);
  return sleeper.waking;
}

async function begin(sleeper: Sleeper): Promise<void> {
  const { island, load, held } = sleeper;
  // A redraw of the surrounding part removed the island.
  if (!island.isConnected) {
    sleepers.delete(sleeper);
    return;
  }
  fetchFiles(island, 'high');
  const hydrate = await load();
  free(sleeper);
  await hydrate();
  sleeper.waking = undefined;
  // If its code did not load, the next touch retries.
  if (island.hasAttribute('ssr')) return giveUp(sleeper);
  sleepers.delete(sleeper);
  sleeper.note?.remove();
  for (const again of held.values()) again();
  fetchFiles(island, 'low', true);
}

/** Drops held events, and shows a message. The last link navigates to its page instead. */
function giveUp(sleeper: Sleeper): void {
  const { island, held } = sleeper;
  free(sleeper);
  if (held.size === 0) return;
  const last = [...held.keys()].at(-1);
  held.clear();
  if (isLink(last)) {
    location.assign(last.href);
    return;
  }
  sleeper.note = Object.assign(document.createElement('p'), {
    role: 'alert',
    className: 'notice tone-error',
    textContent: notLoaded,
  });
  island.after(sleeper.note);
}

/** Removes the pressed look. */
function free({ island, limit }: Sleeper): void {
  clearTimeout(limit);
  for (const pressed of island.querySelectorAll('[aria-busy]')) pressed.removeAttribute('aria-busy');
}
