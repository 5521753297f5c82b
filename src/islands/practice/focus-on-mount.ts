/** The same `ref` at every render, so it focuses once: when its element appears. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/** The same for an element in the middle of a page: on a phone its buttons would stand below the screen. */
export function scrollToOnMount(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'start' });
}
