import { type ComponentType, useRef, useState } from 'react';
import { notLoaded } from '#lib/words/pwa.ts';

/** A part whose code loads on request. If the code does not come, that is a problem, and the next request asks again. */
export function useLate<P>(load: () => Promise<ComponentType<P>>) {
  const [part, setPart] = useState<{ Late?: ComponentType<P>; isLoading?: boolean; problem?: string }>({});
  const request = useRef(0);

  /** What an earlier request brings comes too late. */
  function begin(next: typeof part) {
    request.current += 1;
    const own = request.current;
    setPart(next);
    return (loaded: typeof part) => own === request.current && setPart(loaded);
  }

  function ask() {
    const end = begin({ isLoading: true });
    load().then(
      (Late) => end({ Late }),
      () => end({ problem: notLoaded }),
    );
  }

  return { ...part, ask, leave: () => begin({}) };
}
