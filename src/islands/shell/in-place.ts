import { takePage } from './live.ts';
import { askPage, type FreshPage, replacePart } from './page-parts.ts';

const AREA = '[data-in-place]';

/** A form whose code failed goes out the plain way. */
let isPlain = false;
let asking: AbortController | undefined;

/**
 * Links and forms inside `data-in-place` act without a reload: the page that they lead to is asked for, and its area
 * takes the place of the one that stands. The attribute says what is there now, for a screen reader. Without this
 * script, and when anything fails, they lead there plainly; so does a form with `data-plain`, which opens another page.
 */
export function watchInPlace(): void {
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
  if (event.defaultPrevented || isPlain || !(form instanceof HTMLFormElement) || !form.closest(AREA)) return;
  const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? location.href;
  const address = new URL(action, location.href).href;
  if (!isHere(address) || 'plain' in form.dataset || form.enctype !== 'application/x-www-form-urlencoded') return;
  event.preventDefault();
  if (submitter) submitter.ariaBusy = 'true';
  const body = new URLSearchParams(new FormData(form, submitter) as unknown as Record<string, string>);
  const isPost = form.getAttribute('method')?.toLowerCase() === 'post';
  const { origin, pathname } = new URL(address);
  const sent = isPost ? open(address, { body }) : open(`${origin}${pathname}?${body}`, { isStep: true });
  void sent.catch(() => sendPlainly(form, submitter));
}

/** Only without an answer: what the server took is not sent twice. */
function sendPlainly(form: HTMLFormElement, submitter: HTMLElement | null): void {
  isPlain = true;
  form.requestSubmit(submitter);
  isPlain = false;
}

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
    // It was taken: what came of it stands there.
    location.assign(fresh?.url.href ?? (body ? location.href : address));
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
  announce(next.dataset.inPlace ?? '');
}

let said: HTMLElement | undefined;

function announce(words: string): void {
  if (!said) {
    said = Object.assign(document.createElement('p'), { role: 'status', className: 'sr-only' });
    document.body.append(said);
  }
  said.textContent = words;
}
