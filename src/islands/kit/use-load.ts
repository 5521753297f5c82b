import { useEffect, useRef, useState } from 'react';
import { PAUSE_MS } from './describe.ts';

/**
 * Loads the data of a form, and reloads it when a watched field changes. The form sends nothing before the answer.
 *
 * @param watched the watched fields, as one text
 * @param take gets the answer
 */
export function useLoad(load: (() => Promise<unknown>) | undefined, watched: string, take: (found: unknown) => void) {
  const [state, setState] = useState<'busy' | 'known' | 'failed'>(load ? 'busy' : 'known');
  const [attempt, setAttempt] = useState(0);
  /** The watched values after the answer updated the form: they cause no new request. */
  const answered = useRef<string>(null);
  const pause = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it reloads only when a watched field changes, or on request
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
  }, [watched, attempt]);

  return {
    state,
    /** The answer updated the form. */
    fill: (now: string) => {
      answered.current = now;
    },
    again: () => {
      if (!load) return;
      answered.current = null;
      pause.current = 0;
      setAttempt((count) => count + 1);
    },
  };
}
