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
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';

type Props = Record<string, unknown>;

/** HTML of the page inside an island. React leaves it as it is. */
const Slot = memo(
  ({ name, value }: { name?: string; value: string }) =>
    createElement('astro-slot', { name, suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: value } }),
  () => true,
);

/** Its effects come in the same steps as those of the island, and after them. */
function TypedFields({ show, replay, children }: Typed & { children?: ReactNode }) {
  const [, setShown] = useState(false);
  // A new state here makes React run all other effects before anything else, so no press finds a form that knows nothing.
  useLayoutEffect(() => setShown(show()), [show]);
  useEffect(replay, [replay]);
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
      hydrateRoot(island, createElement(TypedFields, typed, drawn), {
        identifierPrefix: island.getAttribute('prefix') ?? '',
      });
    });
  };
// Astro takes a renderer from the default export.
export default hydrate;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Value = string | boolean;

const isText = (field: Field): field is HTMLInputElement | HTMLTextAreaElement =>
  !(field instanceof HTMLSelectElement) && !isBox(field) && field.type !== 'file';
const isBox = ({ type }: Field) => type === 'checkbox' || type === 'radio';
const readValue = (field: Field): Value => (isBox(field) ? (field as HTMLInputElement).checked : field.value);

/** What the server drew. */
function drawnValue(field: Field): Value {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    return (options.find((each) => each.defaultSelected) ?? options.find((each) => !each.disabled))?.value ?? '';
  }
  return isBox(field) ? (field as HTMLInputElement).defaultChecked : field.defaultValue;
}

/** What was typed before the code of an island. */
interface Typed {
  /**
   * Puts it back where the form library just began with the values that the server drew.
   *
   * @returns whether there was anything.
   */
  show(): boolean;
  /** Does all of it again, for the code to hear. */
  replay(): void;
}

/**
 * Remembers what is typed, ticked and chosen in an island until its code listens. React and the form library begin with
 * the values that the server drew, and forget the others.
 */
function keepTyped(island: HTMLElement): Typed {
  const typed = new Map<Field, Value>();
  for (const field of island.querySelectorAll<Field>('input, textarea, select')) {
    if (readValue(field) !== drawnValue(field)) typed.set(field, readValue(field));
  }
  let isDrawn = false;
  const note = ({ target }: Event) => {
    const field = target as Field;
    // From the drawing on the code hears it itself. Heard again, a box would turn back, and a file be sent twice.
    if (!isDrawn || isText(field)) typed.set(field, readValue(field));
  };
  island.addEventListener('input', note);
  return {
    show() {
      isDrawn = true;
      typed.forEach((value, field) => void put(field, value));
      return typed.size > 0;
    },
    replay() {
      island.removeEventListener('input', note);
      // React takes nothing in while it commits. Each field is heard before the next: an island builds on what it knows.
      queueMicrotask(() => typed.forEach((value, field) => void flushSync(() => typeAgain(field, value))));
    },
  };
}

/** React watches the property of the element itself; that of its kind tells it nothing. */
function put(field: Field, value: Value): void {
  if (field.type !== 'file')
    Reflect.set(Object.getPrototypeOf(field), isBox(field) ? 'checked' : 'value', value, field);
}

function typeAgain(field: Field, value: Value): void {
  if (typeof value === 'boolean') {
    if (!value && field.type === 'radio') return;
    // React hears of a box only if it differs from what React saw last.
    (field as HTMLInputElement).checked = !value;
    field.click();
    return;
  }
  if (isText(field)) field.value = field.defaultValue;
  put(field, value);
  field.dispatchEvent(new Event(isText(field) ? 'input' : 'change', { bubbles: true }));
}
