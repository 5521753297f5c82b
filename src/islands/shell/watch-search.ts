import { isPageLeft } from '#lib/rules/device/leaving.ts';
import { isTypedInto } from '#lib/rules/forms/typed-forms.ts';
import { toast } from '#lib/stores/toast.ts';
import { notLoaded } from '#lib/words/pwa.ts';
import { tryQuietly } from './chunk-failures.ts';

/** Whether a key is typed into a field. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Letters typed into another field, which the reader focused meanwhile, belong to that field. */
const isForSearch = (target: EventTarget | null) => target === asker || !isTyping(target);

const LINK = 'a[data-panel-search]';

/** The text typed while the search loads; null: it is not loading. */
let early: string | null = null;
/** The focused element when the search was opened. */
let asker: EventTarget | null = null;

function open(): void {
  let isOpen = false;
  asker = document.activeElement;
  early ??= '';
  void tryQuietly(async () => {
    const { mountSearch } = await import('./search-mount.ts');
    const text = early ?? '';
    early = null;
    mountSearch(text);
    isOpen = true;
  }).finally(() => {
    early = null;
    if (!isOpen) openPage();
  });
}

/** Opens the search as a page, unless the reader would lose something. */
function openPage(): void {
  const link = document.querySelector<HTMLAnchorElement>(LINK);
  if (isPageLeft()) return;
  if (link && navigator.onLine && !isTypedInto([...document.forms])) location.assign(link.href);
  else toast.error(notLoaded);
}

/** Opens the search of the panel by ⌘K, Ctrl+K, `/` or a press on its link. Without its code the link opens a form. */
export function watchSearch(): void {
  addEventListener('keydown', (event) => {
    const hasCommand = event.metaKey || event.ctrlKey;
    const isCommand = hasCommand && !event.altKey && event.key.toLowerCase() === 'k';
    const isSlash = event.key === '/' && !hasCommand && !isTyping(event.target);
    const isEarly = early !== null && !hasCommand && event.key.length === 1 && isForSearch(event.target);
    if (!isCommand && !isSlash && !isEarly) return;
    event.preventDefault();
    if (isEarly) early += event.key;
    else open();
  });
  for (const link of document.querySelectorAll<HTMLAnchorElement>(LINK)) {
    link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      open();
    });
  }
}
