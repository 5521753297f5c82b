import { useEffect, useRef } from 'react';

/**
 * Moves the focus when the focused control disappears, such as that of a file that arrived.
 *
 * @param places selectors, the best first; the box itself if none matches
 * @returns the props of the box
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
    // React does not report that it removes the focused control.
    onBlur: () => {
      isInside.current = false;
    },
  };
}
