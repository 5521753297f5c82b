const FIELDS = 'input, textarea, select, audio';

/**
 * Whether a key is a shortcut of the page: it is not typed into a field, does not press a focused button, and neither a
 * dialog nor the tour is open.
 */
export function isForPage({ ctrlKey, metaKey, altKey, key, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return false;
  if (document.querySelector('dialog[open], .driver-active')) return false;
  return !target.closest(key === ' ' ? `${FIELDS}, button, a, summary` : FIELDS);
}
