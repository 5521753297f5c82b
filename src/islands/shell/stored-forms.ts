import { isObject, jsonBox } from '#lib/rules/device/device-box.ts';
import { findForm, readTyped, type StoredForm, writeTyped } from '#lib/rules/forms/stored-form.ts';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import { returnTyped, type TypedAct, typedNow } from '#lib/stores/panel-typed.ts';
import { storedFormWords } from '#lib/words/forms.ts';
import { STORED_FORMS } from './stored-forms-name.ts';

/** The typed values of one page, for its user alone. */
interface StoredPage {
  /** The user’s id: nobody else gets the values back. */
  owner: string;
  path: string;
  /** Milliseconds since 1970. */
  at: number;
  /** A form was sent. The values of the page’s other forms come back when it is rendered again. */
  isLeft: boolean;
  /** The session ended before anything was accepted: all values come back after the login. */
  isEnded: boolean;
  forms: StoredForm[];
  /** The form of a list, board or record: its values come back when it is opened again. */
  act?: TypedAct;
}

const LIFETIME_MS = 30 * MINUTE_MS;
/** The status of a request that was too large: like a server error, its form was not accepted. */
const TOO_LARGE = 413;
const FIRST_FAULT = 500;

const box = jsonBox<StoredPage>('session', STORED_FORMS, isObject);

let isWatching = false;

/**
 * Stores typed values of plain forms, and of the panel’s open form, when the page is left, and restores those that were
 * not accepted.
 */
export function storeForms(owner: string): void {
  if (isWatching) return;
  isWatching = true;
  if (owner === '') {
    waitForLogin();
    return;
  }
  const { rest, answered } = restore(owner);
  let sent: HTMLFormElement | null = null;
  const keep = () => {
    // Values that wait for a login take precedence over those of a page that is only left.
    if (sent === null && box.read()?.isEnded) return;
    const forms = [...rest, ...plainForms().flatMap((form) => readTyped(form, form === sent, form === answered) ?? [])];
    const act = typedNow();
    const page = { owner, path: location.pathname, at: Date.now(), isLeft: sent !== null, isEnded: false, forms };
    if (forms.length > 0 || act) box.keep({ ...page, ...(act && { act }) });
  };
  addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || !isPost(form)) return;
    sent = form;
    if (form.dataset.logout === undefined) keep();
    else box.drop();
  });
  addEventListener('pagehide', () => {
    if (sent?.dataset.logout === undefined) keep();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) sent = null;
  });
}

/** A field may have the name `method`. */
const isPost = (form: HTMLFormElement) => form.getAttribute('method')?.toLowerCase() === 'post';

/** Islands store their own values. */
const plainForms = () => [...document.forms].filter((form) => isPost(form) && !form.closest('astro-island'));

/** On a visitor’s page: the session ended, and the values sent with it were not accepted. */
function waitForLogin(): void {
  const page = box.read();
  if (page && isFresh(page)) box.keep(notTaken(page));
  else box.drop();
}

const isFresh = ({ at }: StoredPage) => Date.now() - at < LIFETIME_MS;

const notTaken = (page: StoredPage): StoredPage => ({
  ...page,
  isEnded: true,
  forms: page.forms.map((form) => ({ ...form, isSent: false })),
});

interface Returned {
  /** Stored forms that the page does not contain at present. */
  rest: StoredForm[];
  /** The form that the page answers, with its typed values. */
  answered: HTMLFormElement | null;
}

const nothing: Returned = { rest: [], answered: null };

/** Restores the values that belong to this page. */
function restore(owner: string): Returned {
  const page = box.read();
  if (!page) return nothing;
  if (page.owner !== owner || !isFresh(page) || !(page.isLeft || page.isEnded || page.act)) {
    box.drop();
    return nothing;
  }
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const status = entry?.responseStatus ?? 0;
  if (status >= FIRST_FAULT || status === TOO_LARGE) {
    // A redirect means that the form was accepted: the page after it failed.
    if ((entry?.redirectCount ?? 0) > 0) box.drop();
    else box.keep(notTaken(page));
    return nothing;
  }
  if (page.path !== location.pathname) {
    if (!page.isEnded) box.drop();
    return nothing;
  }
  box.drop();
  // Even if the page is only reloaded.
  if (page.act) returnTyped(page.act);
  if (!(page.isLeft || page.isEnded)) return nothing;
  const stored = page.forms.filter(({ isSent }) => !isSent);
  const found = stored.map((own) => ({ own, form: findForm(plainForms(), own, stored) }));
  for (const { own, form } of found) if (form) show(form, own);
  const first = found.find(({ own, form }) => form && (page.isEnded || own.files.length > 0));
  if (first?.form) announce(first.form, wordsFor(page.isEnded, first.own.files));
  const sent = page.forms.find(({ isSent }) => isSent);
  const isAnswer = document.body.dataset.posted !== undefined;
  return {
    rest: found.flatMap(({ own, form }) => (form ? [] : [own])),
    answered: isAnswer && sent ? findForm(plainForms(), sent, page.forms) : null,
  };
}

const wordsFor = (isEnded: boolean, files: readonly string[]) =>
  [isEnded && storedFormWords.ended, files.length > 0 && storedFormWords.files(files)].filter(Boolean).join(' ');

function show(form: HTMLFormElement, stored: StoredForm): void {
  const changed = writeTyped(form, stored);
  for (const field of changed) {
    for (let fold = field.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
      fold.open = true;
    for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
}

/** Explains above the form why it is prefilled. */
function announce(form: HTMLFormElement, words: string): void {
  const notice = document.createElement('p');
  notice.className = 'notice tone-info';
  notice.role = 'status';
  notice.textContent = words;
  form.prepend(notice);
  notice.scrollIntoView({ block: 'center' });
}
