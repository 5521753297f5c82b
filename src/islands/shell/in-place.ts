import { takePage } from './live.ts';
import { askPage, type FreshPage, replacePart } from './page-parts.ts';

const AREA = '[data-in-place]';

let asking: AbortController | undefined;
/** The live region. It exists before it has text, because a region inserted with its text may not be announced. */
let said: HTMLElement | undefined;

/**
 * Links and forms inside `data-in-place` work without a reload: their page is fetched, and its area replaces the current
 * one. The attribute describes the new content, for a screen reader. Without this script, and after any failure, they
 * navigate normally; so does a form with `data-plain`, which opens another page.
 */
export function watchInPlace(): void {
  said = Object.assign(document.createElement('p'), { role: 'status', className: 'sr-only' });
  document.body.append(said);
  document.addEventListener('click', handleClick);
  document.addEventListener('submit', handleSubmit);
  addEventListener('popstate', ({ state }) => {
    if (state?.inPlace) void open(location.href).catch(() => location.reload());
  });
}

function handleClick(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.defaultPrevented || event.button !== 0 || hasModifier || !link) return;
  if (!link.closest(AREA) || 'more' in link.dataset || !isHere(link.href)) return;
  if (link.target || link.hasAttribute('download')) return;
  event.preventDefault();
  link.ariaBusy = 'true';
  void open(link.href, { isStep: true }).catch(() => location.assign(link.href));
}

function handleSubmit(event: SubmitEvent): void {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !form.closest(AREA)) return;
  const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? location.href;
  const address = new URL(action, location.href).href;
  if (!isHere(address) || 'plain' in form.dataset || form.enctype !== 'application/x-www-form-urlencoded') return;
  event.preventDefault();
  if (submitter) submitter.ariaBusy = 'true';
  const body = new URLSearchParams(new FormData(form, submitter) as unknown as Record<string, string>);
  const isPost = form.getAttribute('method')?.toLowerCase() === 'post';
  if (isPost) {
    void open(address, { body }).catch(loadAnew);
    return;
  }
  const { origin, pathname } = new URL(address);
  const target = `${origin}${pathname}?${body}`;
  void open(target, { isStep: true }).catch(() => location.assign(target));
}

/**
 * Reloads the page when the result of a form is unknown, because a form is never sent twice. The address has no fragment,
 * which would only scroll.
 */
const loadAnew = (): void => location.assign(location.pathname + location.search);

const isHere = (address: string): boolean => {
  const { origin, pathname, search, hash } = new URL(address, location.href);
  const isMark = hash !== '' && search === location.search;
  return origin === location.origin && pathname === location.pathname && !isMark;
};

interface How {
  /** The fields of a submitted form. */
  body?: URLSearchParams;
  /** Adds a history entry. */
  isStep?: boolean;
}

/** @throws without a server response, unless a later press replaced the request */
async function open(address: string, { body, isStep }: How = {}): Promise<void> {
  asking?.abort();
  const own = new AbortController();
  // A form that is being sent is not cancelled.
  asking = body ? undefined : own;
  const at = Date.now();
  let fresh: FreshPage | null;
  try {
    fresh = await askPage(address, { signal: own.signal, ...(body && { method: 'POST', body }) });
  } catch (error) {
    if (own.signal.aborted) return;
    throw error;
  }
  const area = document.querySelector<HTMLElement>(AREA);
  const next = fresh?.page.querySelector<HTMLElement>(AREA);
  if (!fresh || !area || !next || fresh.url.pathname !== location.pathname) {
    if (!body) location.assign(fresh?.url.href ?? address);
    else if (!fresh) loadAnew();
    // The form was accepted, and its result is on another page.
    else if (fresh.url.pathname !== location.pathname) location.assign(fresh.url);
    else showWhole(fresh);
    return;
  }
  if (isStep) {
    history.replaceState({ ...history.state, inPlace: true }, '');
    history.pushState({ inPlace: true }, '', fresh.url);
  } else if (body) history.replaceState({ ...history.state, inPlace: true }, '', fresh.url);
  document.title = fresh.page.title;
  const shown = replacePart(area, next);
  // The reader was at the end of a longer list.
  if (isStep && shown.getBoundingClientRect().top < 0) shown.scrollIntoView();
  takePage(fresh.page, at);
  announce(next);
}

/** Shows an answer without the area as a whole page: a re-authentication, or a failure. */
function showWhole({ page, url }: FreshPage): void {
  const [shown, next] = [document, page].map((each) => each.querySelector('main'));
  if (!shown || !next) {
    loadAnew();
    return;
  }
  history.replaceState(history.state, '', url);
  document.title = page.title;
  const main = replacePart(shown, next);
  main.scrollIntoView();
  main.querySelector<HTMLElement>('h1')?.focus();
}

/** Announces to screen readers the page’s message, then its new content. */
function announce(area: HTMLElement): void {
  const answers = [...area.querySelectorAll('[role="status"], [role="alert"]')].map(({ textContent }) => textContent);
  const words = [...answers, area.dataset.inPlace ?? ''].map((each) => each.replaceAll(/\s+/g, ' ').trim());
  if (said) said.textContent = words.filter(Boolean).join(' ');
}
