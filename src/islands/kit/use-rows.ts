import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect, useMemo, useRef } from 'react';
import { $marked, mark } from '#lib/stores/panel-marked.ts';
import type { Subject, Thing } from './describe.ts';

const none: readonly number[] = [];

/** Keyboard navigation through the rows of a list: marked rows, and the focused row. */
export function useRows<Row extends Thing>({ kind, href }: Subject<Row, never>, items: readonly Row[]) {
  const marked = useStore($marked, { ssr: 'initial' })[kind] ?? none;
  const chosen = useMemo(() => items.filter(({ id }) => marked.includes(id)), [items, marked]);
  const body = useRef<HTMLTableSectionElement>(null);
  /** The start of a range of marks. */
  const from = useRef(0);
  /** The row where an act started; -1: none yet. */
  const last = useRef(-1);

  /** The index of the focused row; -1: none. */
  const at = () => [...(body.current?.rows ?? [])].findIndex((row) => row.contains(document.activeElement));
  const focus = (place: number) => {
    const titles = body.current?.querySelectorAll<HTMLElement>('.kit-open') ?? [];
    titles[Math.min(Math.max(place, 0), titles.length - 1)]?.focus();
  };
  const toggle = (place: number, event?: MouseEvent) => {
    const row = items[place];
    if (!row) return;
    const [low = place, high = place] = event?.shiftKey ? [from.current, place].toSorted((a, b) => a - b) : [];
    const ids = items.slice(low, high + 1).map(({ id }) => id);
    mark(kind, ids, !marked.includes(row.id));
    from.current = place;
  };

  // On return from a record the focus is on its row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the list opens
  useEffect(() => {
    const before = URL.parse(document.referrer)?.pathname;
    const place = before ? items.findIndex((row) => href?.(row).split('?')[0] === before) : -1;
    if (place >= 0) focus(place);
  }, []);
  // If the row of an act disappeared, the next row gets the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows disappear only with new items
  useEffect(() => {
    if (last.current >= 0 && document.activeElement === document.body) focus(last.current);
  }, [items]);

  return {
    body,
    chosen,
    toggle,
    refocus: () => focus(last.current),
    unmark: () => mark(kind, marked, false),
    /** The rows that a key applies to: the marked ones, else the focused one. */
    meant: () => {
      const place = at();
      if (place >= 0) last.current = place;
      return chosen.length > 0 || place < 0 ? chosen : items.slice(place, place + 1);
    },
    keys: { j: () => focus(at() + 1), k: () => focus(at() - 1), x: () => toggle(at()) },
  };
}
