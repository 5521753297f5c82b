import { formatCount } from '#lib/format/money.ts';
import { bellCount, bellName } from '#lib/words/inbox.ts';
import { cartName } from '#lib/words/orders-cart.ts';

/** The text of a figure, by the element’s `data-as`. null: it is hidden. */
const sayings: Readonly<Record<string, (value: number) => string | null>> = {
  count: formatCount,
  bell: (unread) => (unread > 0 ? bellCount(unread) : null),
  'bell-name': bellName,
  cart: (pieces) => (pieces > 0 ? bellCount(pieces) : null),
  'cart-name': (pieces) => (pieces > 0 ? cartName(pieces) : null),
};

/** Updates a figure in the elements that show it. */
export function sayFigure(elements: Iterable<HTMLElement>, value: number): void {
  for (const element of elements) {
    const text = sayings[element.dataset.as ?? '']?.(value) ?? null;
    element.dataset.value = String(value);
    element.textContent = text ?? '';
    element.hidden = text === null;
  }
}
