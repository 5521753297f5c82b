import { takePage } from './live.ts';
import { askPage, type FreshPage, replacePart } from './page-parts.ts';

const AREA = '[data-in-place]';

let asking: AbortController | undefined;
/** What a screen reader says. It stands before there are words: a region that comes with them may stay unsaid. */
let said: HTMLElement | undefined;

/**
 * Links and forms inside `data-in-place` act without a reload: the page that they lead to is asked for, and its area
 * takes the place of the one that stands. The attribute says what is there now, for a screen reader. Without this
 * script, and when anything fails, they lead there plainly; so does a form with `data-plain`, which opens another page.
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
 * What came of a form is not known: the page says what holds now. A form is never sent twice. The address has no mark,
 * which would only scroll.
 */
const loadAnew = (): void => location.assign(location.pathname + location.search);

const isHere = (address: string): boolean => {
  const { origin, pathname, search, hash } = new URL(address, location.href);
  const isMark = hash !== '' && search === location.search;
  return origin === location.origin && pathname === location.pathname && !isMark;
};

interface How {
  /** A form that is sent. */
  body?: URLSearchParams;
  /** The way back in the history leads to what stands now. */
  isStep?: boolean;
}

/** @throws without an answer of the server, unless a later press took its place */
async function open(address: string, { body, isStep }: How = {}): Promise<void> {
  asking?.abort();
  const own = new AbortController();
  // A form that is on its way arrives.
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
    // It was taken: what came of it stands there.
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
  // Of a longer list the reader stood at the end.
  if (isStep && shown.getBoundingClientRect().top < 0) shown.scrollIntoView();
  takePage(fresh.page, at);
  announce(next);
}

/** The answer to a form has no such area: it asks who acts, or says what failed. */
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

/** Announces to screen readers the answer of the page, then what it shows now. */
function announce(area: HTMLElement): void {
  const answers = [...area.querySelectorAll('[role="status"], [role="alert"]')].map(({ textContent }) => textContent);
  const words = [...answers, area.dataset.inPlace ?? ''].map((each) => each.replaceAll(/\s+/g, ' ').trim());
  if (said) said.textContent = words.filter(Boolean).join(' ');
}
