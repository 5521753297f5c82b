/** A constant `ref` callback, so it focuses once: when its element appears. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/** The same for a question, only with a keyboard: on touch screens the on-screen keyboard would cover the question. */
export function focusQuestion(element: HTMLElement | null): void {
  const hasKeyboard = matchMedia('(hover: hover) and (pointer: fine)').matches;
  focusOnMount((hasKeyboard ? element?.querySelector<HTMLElement>('input[type="text"]:enabled') : null) ?? element);
}
