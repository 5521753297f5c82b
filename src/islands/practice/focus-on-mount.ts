/** The same `ref` at every render, so it focuses once: when its element appears. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
