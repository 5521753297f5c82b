import { useEffect, useRef, useState } from 'react';
import { PAUSE_MS } from './describe.ts';

/**
 * What a form asks: first, and again when what it watches changes. Until it is known, and where it failed, nothing is sent.
 *
 * @param watched the fields that are watched, as one text
 * @param take gets what was found
 */
export function useLoad(load: (() => Promise<unknown>) | undefined, watched: string, take: (found: unknown) => void) {
  const [state, setState] = useState<'busy' | 'known' | 'failed'>(load ? 'busy' : 'known');
  const [turn, setTurn] = useState(0);
  /** What was watched once the answer had filled the form in: that asks nothing new. */
  const answered = useRef<string>(null);
  const pause = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it asks again only when a watched field changes, or it is told to
  useEffect(() => {
    if (!load) return;
    if (watched === answered.current) {
      setState('known');
      return;
    }
    let isCurrent = true;
    setState('busy');
    const timer = setTimeout(() => {
      load().then(
        (found) => {
          if (!isCurrent) return;
          take(found);
          setState('known');
        },
        () => isCurrent && setState('failed'),
      );
    }, pause.current);
    pause.current = PAUSE_MS;
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [watched, turn]);

  return {
    state,
    /** The answer filled in the form. */
    fill: (now: string) => {
      answered.current = now;
    },
    again: () => {
      if (!load) return;
      answered.current = null;
      pause.current = 0;
      setTurn((count) => count + 1);
    },
  };
}
