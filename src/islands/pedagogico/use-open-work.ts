import { useEffect, useRef, useState } from 'react';
import { workAnchor, workIn } from '#lib/rules/pedagogico/work-files.ts';

/**
 * The assignment in the fragment of the address, such as `#atividade-7`. So a notice can open it, and going back closes
 * it.
 */
export function useOpenWork() {
  const [isAwake, setIsAwake] = useState(false);
  const [open, setOpen] = useState<number | null>(null);
  /** The previous history entry is this page without the assignment. */
  const isFromHere = useRef(false);
  /** Going back has started: another press would leave the page. */
  const isLeaving = useRef(false);

  useEffect(() => {
    function read() {
      isFromHere.current = false;
      isLeaving.current = false;
      setOpen(workIn(location.hash));
    }
    read();
    setIsAwake(true);
    addEventListener('popstate', read);
    return () => removeEventListener('popstate', read);
  }, []);

  function show(id: number) {
    history.pushState(null, '', `#${workAnchor(id)}`);
    isFromHere.current = true;
    setOpen(id);
  }

  function close() {
    if (isLeaving.current) return;
    if (isFromHere.current) {
      isLeaving.current = true;
      history.back();
      return;
    }
    history.replaceState(null, '', location.pathname + location.search);
    setOpen(null);
  }

  return { isAwake, open, show, close };
}
