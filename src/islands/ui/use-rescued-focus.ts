import { useEffect, useRef } from 'react';

/**
 * Finds a place for the focus when the focused control is gone: it may have belonged to a file that arrived.
 *
 * @param places selectors, the best first; the box itself if none of them is there
 * @returns what the box takes
 */
export function useRescuedFocus<E extends HTMLElement>(places: readonly string[]) {
  const ref = useRef<E>(null);
  const isInside = useRef(false);
  useEffect(() => {
    const box = ref.current;
    if (!box || !isInside.current || document.activeElement !== document.body) return;
    const found = places.map((place) => box.querySelector<HTMLElement>(place)).find(Boolean);
    (found ?? box).focus();
  });
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      isInside.current = true;
    },
    // React does not tell when it removes the focused control.
    onBlur: () => {
      isInside.current = false;
    },
  };
}
