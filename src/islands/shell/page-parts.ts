import { pageUser } from '#lib/rules/device/device-box.ts';
import { PARTS_DRAWN } from '#lib/rules/device/parts-drawn.ts';
import { isChanged, isRefused, isTypedInto } from '#lib/rules/forms/typed-forms.ts';

/** A page of the server, not yet on the screen, and the address that answered. */
export interface FreshPage {
  page: Document;
  url: URL;
}

/** What a reader opened, or let grow. A browser that does not know one of them leaves it out. */
const OPENED = ':is(dialog[open], details[open], :popover-open, [data-grown])';
const FOCUSABLE = 'a[href], button, input:not([type="hidden"]), select, textarea, summary';

/**
 * Asks for a page of the portal, to take parts of it. What came of a form that was sent is a page also when it is an error.
 *
 * @returns null for no page of this user: an error, a file, the login, or the page of somebody who logged in meanwhile
 * @throws without an answer
 */
export async function askPage(address: string, init?: RequestInit): Promise<FreshPage | null> {
  const answer = await fetch(address, init);
  const isPage = answer.ok || init?.method === 'POST';
  if (!isPage || !answer.headers.get('content-type')?.startsWith('text/html')) return null;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if ((page.body.dataset.userId ?? '') !== pageUser()) return null;
  return { page, url: new URL(answer.url) };
}

/**
 * Puts a fresh part in the place of one that stands. The focus stays at its control, else at one beside it.
 *
 * @returns what stands there now
 */
export function replacePart(shown: Element, fresh: Element): HTMLElement {
  const focus = focusIn(shown);
  const part = document.importNode(fresh, true) as HTMLElement;
  shown.replaceWith(part);
  // Astro tells islands that they are gone only after its own page changes.
  for (const island of shown.querySelectorAll('astro-island')) island.dispatchEvent(new CustomEvent('astro:unmount'));
  if (focus) (findAgain(part, focus) ?? part).focus({ preventScroll: true });
  document.dispatchEvent(new Event(PARTS_DRAWN));
  return part;
}

/** Whether a reader has typed into it, opened something in it or let it grow: then it stays as it is. */
export const isInUse = (part: Element): boolean =>
  part.matches(OPENED) ||
  part.querySelector(OPENED) !== null ||
  isTypedInto(part.querySelectorAll('form')) ||
  [...part.querySelectorAll('input, select, textarea')].some((field) => isRefused(field) || isChanged(field));

interface Focus {
  /** The nearest place with an id; empty: the part itself. */
  id: string;
  words: string | null;
  index: number;
  count: number;
}

/** Those that can have the focus, before and after alike: their number is compared. */
const controlsIn = (place: Element) =>
  [...place.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((control) => control.checkVisibility());

function focusIn(part: Element): Focus | null {
  const { activeElement } = document;
  if (!activeElement || !part.contains(activeElement)) return null;
  const near = activeElement.parentElement?.closest('[id]');
  const place = near && part.contains(near) ? near : part;
  const controls = controlsIn(place);
  const index = controls.indexOf(activeElement as HTMLElement);
  const words = activeElement.textContent?.trim() || activeElement.ariaLabel;
  return { id: place === part ? '' : place.id, words, index, count: controls.length };
}

function findAgain(part: Element, { id, words, index, count }: Focus): HTMLElement | null {
  const place = id === '' ? part : part.querySelector(`#${CSS.escape(id)}`);
  const controls = place ? controlsIn(place) : [];
  const same = controls.find(({ textContent, ariaLabel }) => words && (textContent.trim() || ariaLabel) === words);
  return same ?? (controls.length === count ? controls[index] : controls.at(-1)) ?? null;
}
