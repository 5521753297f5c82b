import { pageUser } from '#lib/rules/device/device-box.ts';
import { PARTS_DRAWN } from '#lib/rules/device/parts-drawn.ts';
import { isChanged, isRefused, isTypedInto } from '#lib/rules/forms/typed-forms.ts';

/** A page of the server, not yet on the screen, and the address that answered. */
export interface FreshPage {
  page: Document;
  url: URL;
}

/** Elements that a reader opened or extended. A browser ignores selectors that it does not support. */
const OPENED = ':is(dialog[open], details[open], :popover-open, [data-grown])';
const FOCUSABLE = 'a[href], button, input:not([type="hidden"]), select, textarea, summary';

/**
 * Fetches a page of the portal, to use parts of it. The result of a form is a page even if it is an error.
 *
 * @returns null if it is no page of this user: an error, a file, the login, or the page of somebody who logged in
 * meanwhile
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
 * Replaces a part with its fresh rendering. The focus stays at its control, else at one beside it.
 *
 * @returns the new element
 */
export function replacePart(shown: Element, fresh: Element): HTMLElement {
  const focus = focusIn(shown);
  const part = document.importNode(fresh, true) as HTMLElement;
  shown.replaceWith(part);
  // Astro unmounts islands only after its own navigations, so they are notified here.
  for (const island of shown.querySelectorAll('astro-island')) island.dispatchEvent(new CustomEvent('astro:unmount'));
  if (focus) (findAgain(part, focus) ?? part).focus({ preventScroll: true });
  document.dispatchEvent(new Event(PARTS_DRAWN));
  return part;
}

/** Whether a reader has typed into a part, opened something in it or extended it: then it is not replaced. */
export const isInUse = (part: Element): boolean =>
  part.matches(OPENED) ||
  part.querySelector(OPENED) !== null ||
  isTypedInto(part.querySelectorAll('form')) ||
  [...part.querySelectorAll('input, select, textarea')].some((field) => isRefused(field) || isChanged(field));

interface Focus {
  /** The nearest ancestor with an id; empty: the part itself. */
  id: string;
  words: string | null;
  index: number;
  count: number;
}

/** Focusable controls, whose index is compared before and after. */
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
