import type { ClientDirective } from 'astro';
import { notLoaded } from '#lib/words/pwa.ts';
import { isForPage } from '../ui/page-keys.ts';

/** What a reader does first: with a finger, a pointer, keys or a screen reader. Focus is not among it: scripts set it too. */
const TOUCHES = ['pointerover', 'pointerdown', 'keydown', 'click', 'change'] as const;
/** So long a press waits for the code. */
const MAX_WAIT_MS = 10_000;

interface Sleeper {
  island: HTMLElement;
  load: Parameters<ClientDirective>[0];
  /** It acts on keys of the whole page. */
  hasKeys: boolean;
  isWaking: boolean;
  /** What waits for the code, by what was touched: pressed twice in doubt, a button still means one press. */
  held: Map<unknown, () => void>;
  /** Ends the wait. */
  limit?: ReturnType<typeof setTimeout>;
  /** Says that the code did not come. */
  note?: HTMLElement;
}

const sleepers = new Set<Sleeper>();

/**
 * `client:touch`: the code of an island loads when the reader first touches the page. What is done to the island before
 * its code is there is done again then: presses of buttons, choices of lists, and with `client:touch="keys"` keys of the
 * page. With `client:touch="now"` it keeps keys too, and the code loads without a touch: the reader came to press. It is
 * not for forms with text, boxes or radio buttons that stand on the page before the code.
 */
const touch: ClientDirective = (load, { value }, island) => {
  const sleeper = { island, load, hasKeys: value === 'keys' || value === 'now', isWaking: false, held: new Map() };
  sleepers.add(sleeper);
  if (value === 'now') void wake(sleeper);
};
// Astro takes a directive from the default export.
export default touch;

for (const name of TOUCHES) addEventListener(name, handleTouch, true);

function handleTouch(event: Event): void {
  const { target } = event;
  if (!(target instanceof Element)) return;
  for (const sleeper of sleepers) {
    const isInside = sleeper.island.contains(target);
    if (isInside && event.type === 'click') holdPress(sleeper, event);
    // What is chosen comes again by itself: see `keepTyped`.
    if (isInside && event.type === 'change') hold(sleeper, target, () => undefined);
    if (sleeper.hasKeys && event.type === 'keydown') holdKey(sleeper, event as KeyboardEvent);
    void wake(sleeper);
  }
}

/** The button looks pressed at once. With `data-plain` its form needs no code, and goes out. */
function holdPress(sleeper: Sleeper, event: Event): void {
  const button = (event.target as Element).closest('button');
  if (!button || 'plain' in button.dataset) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  button.ariaBusy = 'true';
  hold(sleeper, button, () => button.click());
}

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

async function wake(sleeper: Sleeper): Promise<void> {
  if (sleeper.isWaking) return;
  sleeper.isWaking = true;
  const { island, load, held } = sleeper;
  const hydrate = await load();
  free(sleeper);
  await hydrate();
  sleeper.isWaking = false;
  // Without its code the next touch tries again.
  if (island.hasAttribute('ssr')) return giveUp(sleeper);
  sleepers.delete(sleeper);
  sleeper.note?.remove();
  for (const again of held.values()) again();
}

/** Forgets what waits, and says so. */
function giveUp(sleeper: Sleeper): void {
  const { island, held } = sleeper;
  free(sleeper);
  if (held.size === 0) return;
  held.clear();
  sleeper.note = Object.assign(document.createElement('p'), {
    role: 'alert',
    className: 'notice tone-error',
    textContent: notLoaded,
  });
  island.after(sleeper.note);
}

/** Its buttons no longer look pressed. */
function free({ island, limit }: Sleeper): void {
  clearTimeout(limit);
  for (const button of island.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy');
}
