import type { ClientDirective } from 'astro';
import { notLoaded } from '#lib/words/pwa.ts';
import { isForPage } from '../ui/page-keys.ts';
import { IDLE_LIMIT } from './idle-limit.ts';

/** What a reader does first: with a finger, a pointer, keys, the voice or a screen reader. Focus is not among it: scripts set it too. */
const TOUCHES = ['pointerover', 'pointerdown', 'keydown', 'click', 'input', 'change'] as const;
/** So long a press waits for the code. */
const MAX_WAIT_MS = 10_000;

interface Sleeper {
  island: HTMLElement;
  load: Parameters<ClientDirective>[0];
  /** It acts on keys of the whole page. */
  hasKeys: boolean;
  /** Its code is on the way. */
  waking?: Promise<void> | undefined;
  /** What waits for the code, by what was touched: pressed twice in doubt, a button still means one press. */
  held: Map<unknown, () => void>;
  /** Ends the wait. */
  limit?: ReturnType<typeof setTimeout>;
  /** Says that the code did not come. */
  note?: HTMLElement;
}

const sleepers = new Set<Sleeper>();
/** Files that were requested, each once. */
const requested = new Set<string>();

/**
 * `client:touch`: an island begins when the reader first touches the page. Its files come once the page has come to rest
 * and the island is in view, or with the touch. What is done to the island before its code is there is done again then:
 * presses of buttons and of links with `data-held`, choices of lists, and with `client:touch="keys"` keys of the page. With
 * `client:touch="now"` it keeps keys too, and begins without a touch: the reader came to press. It is not for forms with
 * text, boxes or radio buttons that stand on the page before the code.
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

/** The page has come to rest: nothing else needs the network. Who saves data waits for the touch. */
function rest(): void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  const watch = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      const island = target.closest<HTMLElement>('astro-island');
      if (isIntersecting && island) fetchFiles(island, 'low', true);
    }
  });
  // An island has no box of its own.
  for (const { island } of sleepers) {
    for (const control of island.querySelectorAll('button, a, input, select')) watch.observe(control);
  }
}

/** Asks for the files of an island side by side: by itself each would name the next. Nothing runs yet. */
function fetchFiles(island: HTMLElement, fetchPriority: 'high' | 'low', hasLater = false): void {
  const { files, later = '' } = island.dataset;
  // Some browsers ask no second time for a file that failed, so it is better not asked for without network.
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
    // What is chosen comes again by itself: see `keepTyped`.
    if (isInside && event.type === 'change') {
      target.ariaBusy = 'true';
      hold(sleeper, target, () => undefined);
    }
    if (sleeper.hasKeys && event.type === 'keydown') holdKey(sleeper, event as KeyboardEvent);
  }
  void wakeAll(touched);
}

/** The others wait for the island that was touched: they share the network and the processor with it. */
async function wakeAll(touched: readonly Sleeper[]): Promise<void> {
  await Promise.all(touched.map(wake));
  for (const sleeper of sleepers) if (!touched.includes(sleeper)) void wake(sleeper);
}

/**
 * What is pressed looks so at once. A button with `data-plain` needs no code: its form goes out. With a modifier key a link
 * opens elsewhere.
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

/** The reader went on: a link that still waits must not lead away from there. */
function forgetLinks({ held }: Sleeper): void {
  for (const link of [...held.keys()].filter(isLink)) {
    held.delete(link);
    link.removeAttribute('aria-busy');
  }
}

const isLink = (what: unknown): what is HTMLAnchorElement => what instanceof HTMLAnchorElement;

/** The key comes again from inside the island: React hydrates at once what an event inside it is for. */
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
  // Safari plays a sound after a wait only if the touch itself asked for it.
  for (const sound of sleeper.island.querySelectorAll('audio')) sound.load();
}

function wake(sleeper: Sleeper): Promise<void> {
  sleeper.waking ??= begin(sleeper);
  return sleeper.waking;
}

async function begin(sleeper: Sleeper): Promise<void> {
  const { island, load, held } = sleeper;
  // A redraw of its part took it away.
  if (!island.isConnected) {
    sleepers.delete(sleeper);
    return;
  }
  fetchFiles(island, 'high');
  const hydrate = await load();
  free(sleeper);
  await hydrate();
  sleeper.waking = undefined;
  // Without its code the next touch tries again.
  if (island.hasAttribute('ssr')) return giveUp(sleeper);
  sleepers.delete(sleeper);
  sleeper.note?.remove();
  for (const again of held.values()) again();
  fetchFiles(island, 'low', true);
}

/** Forgets what waits, and says so. The last link leads to its page instead. */
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

/** Nothing in it looks pressed any longer. */
function free({ island, limit }: Sleeper): void {
  clearTimeout(limit);
  for (const pressed of island.querySelectorAll('[aria-busy]')) pressed.removeAttribute('aria-busy');
}
