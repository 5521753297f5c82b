/**
 * Brings a message that just appeared into sight, with the focus. A message that is in sight moves nothing, and neither
 * does one about something else than the field in which the user types.
 */
export function showWhole(message: HTMLElement): void {
  const current = document.activeElement;
  if (current?.matches(TYPED_INTO) && current.closest('form') !== message.closest('form')) return;
  if (isInSight(message)) return;
  message.scrollIntoView({ block: 'center' });
  message.focus({ preventScroll: true });
}

const TYPED_INTO = 'textarea, select, input:not([type=checkbox], [type=radio], [type=file], [type=submit])';

/** Bars of the page may lie over an element that is inside the window. */
function isInSight(element: HTMLElement): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [top + 1, bottom - 1].every((y) => {
    const above = document.elementFromPoint((left + right) / 2, y);
    return above !== null && element.contains(above);
  });
}
