import { useRef } from 'react';
import type { Thing } from './describe.ts';

/** Keyboard navigation through the cards of a board. */
export function useCards<Row extends Thing>(items: readonly Row[]) {
  const columns = useRef<HTMLDivElement>(null);
  const titles = () => [...(columns.current?.querySelectorAll<HTMLElement>('.kit-open') ?? [])];
  const cardOf = (title: Element | undefined) => title?.closest('li');
  /** The index of the focused card; -1: none. */
  const at = () => titles().findIndex((title) => cardOf(title)?.contains(document.activeElement));
  const focus = (place: number) => titles()[Math.min(Math.max(place, 0), titles().length - 1)]?.focus();

  /** Moves to the next column that has a card. */
  const goBeside = (side: 'nextElementSibling' | 'previousElementSibling') => {
    let column: Element | null | undefined = titles()[at()]?.closest('section');
    do column = column?.[side];
    while (column && !column.querySelector('.kit-open'));
    column?.querySelector<HTMLElement>('.kit-open')?.focus();
  };

  return {
    columns,
    /** The card that a key applies to. */
    meant: () => items.filter(({ id }) => String(id) === cardOf(titles()[at()])?.dataset.id),
    keys: {
      j: () => focus(at() + 1),
      k: () => focus(at() - 1),
      l: () => goBeside('nextElementSibling'),
      h: () => goBeside('previousElementSibling'),
    },
  };
}
