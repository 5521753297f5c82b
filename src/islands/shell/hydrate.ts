import {
  createElement,
  type FunctionComponent,
  memo,
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { hydrateRoot } from 'react-dom/client';
import { keepTyped, type Typed } from './keep-typed.ts';

type Props = Record<string, unknown>;

/** HTML of the page inside an island. React leaves it as it is. */
const Slot = memo(
  ({ name, value }: { name?: string; value: string }) =>
    createElement('astro-slot', { name, suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: value } }),
  () => true,
);

/** Its effects come in the same steps as those of the island, and after them. */
function Kept({ show, tell, children }: Typed & { children?: ReactNode }) {
  const [, setShown] = useState(false);
  // A new state here makes React run all other effects before anything else, so no press finds a form that knows nothing.
  useLayoutEffect(() => setShown(show()), [show]);
  useEffect(tell, [tell]);
  return children;
}

/** Hydrates an island with what was typed into it before its code was there. It stands for the renderer of `@astrojs/react`. */
const hydrate =
  (island: HTMLElement) =>
  (Island: FunctionComponent<Props>, props: Props, slots: Readonly<Record<string, string>>): void => {
    if (!island.hasAttribute('ssr')) return;
    const { default: inner, ...named } = Object.fromEntries(
      Object.entries(slots).map(([name, value]) => [
        name,
        createElement(Slot, name === 'default' ? { value } : { name, value }),
      ]),
    );
    const typed = keepTyped(island);
    const drawn = createElement(Island, { ...props, ...named }, inner);
    startTransition(() => {
      hydrateRoot(island, createElement(Kept, typed, drawn), {
        identifierPrefix: island.getAttribute('prefix') ?? '',
      });
    });
  };
// Astro takes a renderer from the default export.
export default hydrate;
