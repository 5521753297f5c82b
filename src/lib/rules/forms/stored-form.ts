import { isChanged, isRefused } from './typed-forms.ts';

/**
 * A field as its user left it. `nth` is its index among fields of the same name; a box or radio button is found by its
 * value.
 */
export type StoredField =
  | { name: string; nth: number; text: string }
  | { name: string; value: string; isOn: boolean }
  | { name: string; chosen: string[] };

/** The typed values of a form. Files are only names, because a page cannot choose them again. */
export interface StoredForm {
  /** Its fields, buttons and hidden values: they distinguish the forms of two rows. */
  key: string;
  /** Its fields and buttons alone, for a form whose hidden values have changed. */
  kind: string;
  isSent: boolean;
  fields: StoredField[];
  files: string[];
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Parts of `autocomplete` that mark values which are never stored. */
const SECRET = /(?:^|\s)(?:cc-[a-z-]+|one-time-code|current-password|new-password)$/;
const IGNORED: ReadonlySet<string> = new Set(['hidden', 'password', 'submit', 'button', 'image', 'reset', 'fieldset']);
/** The idempotency key changes whenever the page is rendered. */
const PASSING: ReadonlySet<string> = new Set(['chave']);

const isStored = (field: Element): field is Field => {
  const { type, name, readOnly, disabled, autocomplete } = field as Partial<HTMLInputElement>;
  return (
    Boolean(name && type) && !IGNORED.has(type ?? '') && !readOnly && !disabled && !SECRET.test(autocomplete ?? '')
  );
};

const isBox = ({ type }: Field) => type === 'checkbox' || type === 'radio';

/** Identifies a form when its page is rendered again. */
export function identify({ elements }: Pick<HTMLFormElement, 'elements'>): Pick<StoredForm, 'key' | 'kind'> {
  const all = [...elements] as HTMLInputElement[];
  const names = all.filter(isStored).map(({ name }) => name);
  const buttons = all
    .filter(({ type, name }) => type === 'submit' && name)
    .map(({ name, value }) => `${name}=${value}`);
  const hidden = all.filter(({ type, name }) => type === 'hidden' && !PASSING.has(name));
  const kind = JSON.stringify([[...new Set(names)].sort(), buttons]);
  return { kind, key: JSON.stringify([kind, hidden.map(({ name, value }) => [name, value])]) };
}

/**
 * Reads the typed values of a form. Of a form that was sent, or that its page rendered with typed values, all fields
 * count; of others only fields that differ from the rendered values, so that a later rendering keeps its changes.
 *
 * @param isAnswered the page is the answer to this form: it rendered the typed values. @returns null: nothing
 */
export function readTyped(
  form: Pick<HTMLFormElement, 'elements'>,
  isSent: boolean,
  isAnswered = false,
): StoredForm | null {
  const all = [...form.elements];
  const isWhole = isSent || isAnswered || all.some(isRefused);
  const counts = new Map<string, number>();
  const fields: StoredField[] = [];
  const files: string[] = [];
  for (const field of all.filter(isStored)) {
    const { name, type, value } = field;
    const nth = counts.get(name) ?? 0;
    counts.set(name, nth + 1);
    if (type === 'file') files.push(...[...((field as HTMLInputElement).files ?? [])].map((file) => file.name));
    else if (!isWhole && !isChanged(field)) continue;
    else if ('options' in field)
      fields.push({ name, chosen: [...field.options].filter(({ selected }) => selected).map((each) => each.value) });
    else if (isBox(field)) fields.push({ name, value, isOn: (field as HTMLInputElement).checked });
    else fields.push({ name, nth, text: value });
  }
  if (fields.length === 0 && files.length === 0) return null;
  return { ...identify(form), isSent, fields, files };
}

/** Restores typed values in a form. @returns the changed fields, so that the page’s code can be notified */
export function writeTyped(form: Pick<HTMLFormElement, 'elements'>, { fields }: Pick<StoredForm, 'fields'>): Field[] {
  const all = [...form.elements].filter(isStored);
  return fields.flatMap((stored) => {
    const named = all.filter(({ name }) => name === stored.name);
    const field =
      'isOn' in stored ? named.find(({ value }) => value === stored.value) : named['nth' in stored ? stored.nth : 0];
    return field && isOther(field, stored) ? [field] : [];
  });
}

/** Restores the stored value of a field. @returns whether it had another one */
function isOther(field: Field, stored: StoredField): boolean {
  if ('isOn' in stored) {
    const box = field as HTMLInputElement;
    if (box.checked === stored.isOn) return false;
    box.checked = stored.isOn;
  } else if ('chosen' in stored) {
    const options = 'options' in field ? [...field.options] : [];
    const wrong = options.filter(({ value, selected }) => selected !== stored.chosen.includes(value));
    if (wrong.length === 0) return false;
    for (const option of wrong) option.selected = !option.selected;
  } else {
    if (field.value === stored.text) return false;
    field.value = stored.text;
  }
  return true;
}

/**
 * Finds the form of the page that a stored form belongs to: identical including hidden values, or else the only one of
 * its kind.
 *
 * @param stored all stored forms of the page
 */
export function findForm<Form extends Pick<HTMLFormElement, 'elements'>>(
  forms: readonly Form[],
  own: StoredForm,
  stored: readonly StoredForm[],
): Form | null {
  const known = forms.map((form) => ({ form, ...identify(form) }));
  const same = known.filter(({ key }) => key === own.key);
  if (same[0]) return same[0].form;
  const alike = known.filter(({ kind }) => kind === own.kind);
  const isOnly = alike.length === 1 && stored.filter(({ kind }) => kind === own.kind).length === 1;
  return isOnly ? (alike[0]?.form ?? null) : null;
}
