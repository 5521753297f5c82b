import { tryQuietly } from './chunk-failures.ts';

/** Whether a key belongs to what is being typed. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** What was typed while the search loads; null: it is not loading. */
let early: string | null = null;

function open(): void {
  early ??= '';
  void tryQuietly(async () => {
    const { mountSearch } = await import('./search-mount.ts');
    const text = early ?? '';
    early = null;
    mountSearch(text);
  }).finally(() => {
    early = null;
  });
}

/** Opens the search of the panel by ⌘K, Ctrl+K, `/` or a press on its link. Without a script the link leads to a form. */
export function watchSearch(): void {
  addEventListener('keydown', (event) => {
    const hasCommand = event.metaKey || event.ctrlKey;
    const isCommand = hasCommand && !event.altKey && event.key.toLowerCase() === 'k';
    const isSlash = event.key === '/' && !hasCommand && !isTyping(event.target);
    const isEarly = early !== null && !hasCommand && event.key.length === 1;
    if (!isCommand && !isSlash && !isEarly) return;
    event.preventDefault();
    if (isEarly) early += event.key;
    else open();
  });
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-panel-search]')) {
    link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      open();
    });
  }
}
