/** A `ref` that is the same at every render, so that it focuses once: when its element appears. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
