import { useEffect, useRef, useState } from 'react';
import { workAnchor, workIn } from '#lib/rules/pedagogico/work-files.ts';

/**
 * The piece of work that the end of the address names, such as `#atividade-7`. So a notice can open it, and the way
 * back closes it.
 */
export function useOpenWork() {
  const [isAwake, setIsAwake] = useState(false);
  const [open, setOpen] = useState<number | null>(null);
  /** The entry before this one in the history is this page, without the piece. */
  const isFromHere = useRef(false);
  /** The way back has begun: one more press would leave the page. */
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
