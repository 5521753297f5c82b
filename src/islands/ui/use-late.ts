import { type ComponentType, useRef, useState } from 'react';
import { notLoaded } from '#lib/words/pwa.ts';

/** A component whose code loads on request. If loading fails, that is reported, and the next request retries. */
export function useLate<P>(load: () => Promise<ComponentType<P>>) {
  const [part, setPart] = useState<{ Late?: ComponentType<P>; isLoading?: boolean; problem?: string }>({});
  const request = useRef(0);

  /** The result of an earlier request is ignored. */
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
