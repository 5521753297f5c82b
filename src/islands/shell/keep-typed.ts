import { flushSync } from 'react-dom';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Value = string | boolean;

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
export interface Typed {
  /**
   * Puts it back where the form library just began with the values that the server drew.
   *
   * @returns whether there was anything.
   */
  show(): boolean;
  /** Does all of it again, for the code to hear. */
  tell(): void;
}

/**
 * Remembers what is typed, ticked and chosen in an island until its code listens. React and the form library begin with
 * the values that the server drew, and forget the others.
 */
export function keepTyped(island: HTMLElement): Typed {
  const typed = new Map<Field, Value>();
  for (const field of island.querySelectorAll<Field>('input, textarea, select')) {
    if (readValue(field) !== drawnValue(field)) typed.set(field, readValue(field));
  }
  const note = ({ target }: Event) => typed.set(target as Field, readValue(target as Field));
  island.addEventListener('input', note);
  return {
    show() {
      typed.forEach((value, field) => void put(field, value));
      return typed.size > 0;
    },
    tell() {
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
  const isText = !(field instanceof HTMLSelectElement) && field.type !== 'file';
  if (isText) field.value = field.defaultValue;
  put(field, value);
  field.dispatchEvent(new Event(isText ? 'input' : 'change', { bubbles: true }));
}
