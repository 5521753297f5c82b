import { useEffect, useRef } from 'react';
import { isForPage } from '../ui/page-keys.ts';

/**
 * Keyboard shortcuts of the page, by key. None works while a menu or a dialog is open. @param leave the action of Escape
 */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>, leave?: () => void): void {
  const now = useRef({ keys, leave });
  now.current = { keys, leave };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = event.key === 'Escape' ? now.current.leave : now.current.keys[event.key];
      if (!act || !isForPage(event) || document.querySelector('.kit-menu:popover-open')) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
