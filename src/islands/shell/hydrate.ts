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

/** Server-rendered HTML inside an island, which React leaves unchanged. */
const Slot = memo(
  ({ name, value }: { name?: string; value: string }) =>
    createElement('astro-slot', { name, suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: value } }),
  () => true,
);

/** Runs its effects in the same steps as those of the island, and after them. */
function TypedFields({ show, replay, children }: Typed & { children?: ReactNode }) {
  const [, setShown] = useState(false);
  // Setting state here makes React run all other effects first, so no press finds a form without its values.
  useLayoutEffect(() => setShown(show()), [show]);
  useEffect(replay, [replay]);
  return children;
}

/**
 * Hydrates an island with the values typed before its code was loaded. It replaces the renderer of `@astrojs/react`.
 */
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
// Astro uses the default export as renderer.
export default hydrate;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Value = string | boolean;

const isText = (field: Field): field is HTMLInputElement | HTMLTextAreaElement =>
  !(field instanceof HTMLSelectElement) && !isBox(field) && field.type !== 'file';
const isBox = ({ type }: Field) => type === 'checkbox' || type === 'radio';
const readValue = (field: Field): Value => (isBox(field) ? (field as HTMLInputElement).checked : field.value);

/** The server-rendered value. */
function drawnValue(field: Field): Value {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    return (options.find((each) => each.defaultSelected) ?? options.find((each) => !each.disabled))?.value ?? '';
  }
  return isBox(field) ? (field as HTMLInputElement).defaultChecked : field.defaultValue;
}

/** The values typed before an island’s code was loaded. */
interface Typed {
  /**
   * Restores the values after the form library started with the server-rendered ones.
   *
   * @returns whether there were any
   */
  show(): boolean;
  /** Replays all changes as events for the island’s code. */
  replay(): void;
}

/**
 * Records what is typed, ticked and chosen in an island until its code listens. React and the form library start with the
 * server-rendered values, and ignore the others.
 */
function keepTyped(island: HTMLElement): Typed {
  const typed = new Map<Field, Value>();
  for (const field of island.querySelectorAll<Field>('input, textarea, select')) {
    if (readValue(field) !== drawnValue(field)) typed.set(field, readValue(field));
  }
  let isDrawn = false;
  const note = ({ target }: Event) => {
    const field = target as Field;
    // After the first render the code handles events itself. Replaying them would untick a checkbox, and send a file
    // twice.
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
      // React ignores events while it commits. Fields are replayed one by one, because an island may depend on earlier
      // ones.
      queueMicrotask(() => typed.forEach((value, field) => void flushSync(() => typeAgain(field, value))));
    },
  };
}

/** React tracks the element’s own value property, so the prototype’s setter changes the value unnoticed. */
function put(field: Field, value: Value): void {
  if (field.type !== 'file')
    Reflect.set(Object.getPrototypeOf(field), isBox(field) ? 'checked' : 'value', value, field);
}

function typeAgain(field: Field, value: Value): void {
  if (typeof value === 'boolean') {
    if (!value && field.type === 'radio') return;
    // React notices a change of a checkbox only if it differs from the last value it saw.
    (field as HTMLInputElement).checked = !value;
    field.click();
    return;
  }
  if (isText(field)) field.value = field.defaultValue;
  put(field, value);
  field.dispatchEvent(new Event(isText(field) ? 'input' : 'change', { bubbles: true }));
}
