import { type MouseEvent, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { IslandRead } from '#lib/page/operations.ts';
import {
  type Address,
  addressHref,
  changed,
  type FilterName,
  inputAt,
  readAddress,
} from '#lib/rules/lists/list-address.ts';
import { readView } from '#lib/stores/panel-acts.ts';
import { PAUSE_MS, type Thing, type ViewProps } from './describe.ts';

interface Described {
  read: IslandRead;
  path?: string;
  filters?: readonly FilterName[];
  inputOf?: (address: Address) => object;
}

const none: readonly FilterName[] = [];

/** A link of a view: its address, and a handler that navigates without a page load. */
export interface ViewLink {
  href: string;
  onClick(event: MouseEvent): void;
}

/** An answer whose rows are replaced with the results of `of`. */
export const withRows = <Answer, Row extends Thing>(answer: Answer, of: (row: Row) => Row): Answer => ({
  ...answer,
  items: (answer as { items: readonly Row[] }).items.map((row) => of(row)),
});

/** A view of the panel in the browser: its data, in step with its address. */
export function useView<Answer>(
  { read, path = '', filters = none, inputOf }: Described,
  first: Pick<ViewProps<IslandRead>, 'address' | 'failure'> & { answer: unknown },
) {
  const [address, setAddress] = useState(first.address);
  /** The current address, for callbacks that were created earlier. */
  const present = useRef(address);
  const [answer, setAnswer] = useState(first.answer as Answer | null);
  const [failure, setFailure] = useState(first.failure);
  const [isLoading, setIsLoading] = useState(false);
  const request = useRef<AbortController>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const load = useCallback(
    async (of: Address) => {
      clearTimeout(timer.current);
      request.current?.abort();
      const own = new AbortController();
      request.current = own;
      setIsLoading(true);
      const part = await readView(read, inputOf?.(of) ?? inputAt(filters, of), own.signal);
      if (own.signal.aborted) return;
      startTransition(() => {
        setIsLoading(false);
        setFailure(part.ok ? null : part);
        if (part.ok) setAnswer(part.data as Answer);
      });
    },
    [read, inputOf, filters],
  );

  const move = useCallback((next: Address) => {
    present.current = next;
    setAddress(next);
  }, []);

  /** Navigates to another address without a page load. While typing, it adds only one history entry. */
  const go = (part: Address, { isTyped = false } = {}) => {
    const next = changed(present.current, part);
    move(next);
    history[isTyped ? 'replaceState' : 'pushState'](history.state, '', addressHref(path, next));
    clearTimeout(timer.current);
    if (isTyped) timer.current = setTimeout(() => void load(next), PAUSE_MS);
    else void load(next);
  };

  useEffect(() => {
    if (path === '') return;
    const back = () => {
      const next = readAddress(filters, new URLSearchParams(location.search));
      move(next);
      void load(next);
    };
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, [path, filters, load, move]);

  const link = (part: Address): ViewLink => ({
    href: addressHref(path, changed(address, part)),
    onClick: (event) => {
      // The link opens in another tab or window.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      go(part);
    },
  });
  const reload = () => void load(present.current);
  /** The address without any filter. */
  const all = link(Object.fromEntries(Object.keys(address).map((name) => [name, ''])));
  return { address, answer, failure, isLoading, setAnswer, go, link, all, reload };
}
