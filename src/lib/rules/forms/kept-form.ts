import { isChanged, isRefused } from './typed-forms.ts';

/** A field as its user left it. `nth` counts the fields of a name; a box or radio button is found by its value. */
export type KeptField =
  | { name: string; nth: number; text: string }
  | { name: string; value: string; isOn: boolean }
  | { name: string; chosen: string[] };

/** What was typed into a form. Its files are names alone: a page cannot choose them again. */
export interface KeptForm {
  /** Its fields, buttons and hidden values: forms of two rows of a list differ. */
  key: string;
  /** Its fields and buttons alone, for a form whose hidden values moved on. */
  kind: string;
  isSent: boolean;
  fields: KeptField[];
  files: string[];
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Parts of `autocomplete` that stand for what no storage keeps. */
const SECRET = /(?:^|\s)(?:cc-[a-z-]+|one-time-code|current-password|new-password)$/;
const IGNORED: ReadonlySet<string> = new Set(['hidden', 'password', 'submit', 'button', 'image', 'reset', 'fieldset']);
/** The key of an intent is another one with each drawing. */
const PASSING: ReadonlySet<string> = new Set(['chave']);

const isKept = (field: Element): field is Field => {
  const { type, name, readOnly, disabled, autocomplete } = field as Partial<HTMLInputElement>;
  return (
    Boolean(name && type) && !IGNORED.has(type ?? '') && !readOnly && !disabled && !SECRET.test(autocomplete ?? '')
  );
};

const isBox = ({ type }: Field) => type === 'checkbox' || type === 'radio';

/** What identifies a form on the next drawing of its page. */
export function identify({ elements }: Pick<HTMLFormElement, 'elements'>): Pick<KeptForm, 'key' | 'kind'> {
  const all = [...elements] as HTMLInputElement[];
  const names = all.filter(isKept).map(({ name }) => name);
  const buttons = all
    .filter(({ type, name }) => type === 'submit' && name)
    .map(({ name, value }) => `${name}=${value}`);
  const hidden = all.filter(({ type, name }) => type === 'hidden' && !PASSING.has(name));
  const kind = JSON.stringify([[...new Set(names)].sort(), buttons]);
  return { kind, key: JSON.stringify([kind, hidden.map(({ name, value }) => [name, value])]) };
}

/**
 * Takes down what was typed into a form. Of a form that was sent, or that its page drew with typed values, all of it
 * counts; of others what differs from the drawing of the server, so that a later drawing keeps what is new in it.
 *
 * @param isAnswered the page answers this form: it drew what was typed. @returns null: nothing
 */
export function takeDown(
  form: Pick<HTMLFormElement, 'elements'>,
  isSent: boolean,
  isAnswered = false,
): KeptForm | null {
  const all = [...form.elements];
  const isWhole = isSent || isAnswered || all.some(isRefused);
  const counts = new Map<string, number>();
  const fields: KeptField[] = [];
  const files: string[] = [];
  for (const field of all.filter(isKept)) {
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

/** Puts what was typed back into a form. @returns the fields that changed, to be heard by the code of the page */
export function putBack(form: Pick<HTMLFormElement, 'elements'>, { fields }: Pick<KeptForm, 'fields'>): Field[] {
  const all = [...form.elements].filter(isKept);
  return fields.flatMap((kept) => {
    const named = all.filter(({ name }) => name === kept.name);
    const field =
      'isOn' in kept ? named.find(({ value }) => value === kept.value) : named['nth' in kept ? kept.nth : 0];
    return field && isOther(field, kept) ? [field] : [];
  });
}

/** Gives a field its kept value. @returns whether it had another one */
function isOther(field: Field, kept: KeptField): boolean {
  if ('isOn' in kept) {
    const box = field as HTMLInputElement;
    if (box.checked === kept.isOn) return false;
    box.checked = kept.isOn;
  } else if ('chosen' in kept) {
    const options = 'options' in field ? [...field.options] : [];
    const wrong = options.filter(({ value, selected }) => selected !== kept.chosen.includes(value));
    if (wrong.length === 0) return false;
    for (const option of wrong) option.selected = !option.selected;
  } else {
    if (field.value === kept.text) return false;
    field.value = kept.text;
  }
  return true;
}

/**
 * Finds the form of the page that is a kept one: the same to its hidden values, or else the only one of its kind.
 *
 * @param kept all kept forms of the page
 */
export function findForm<Form extends Pick<HTMLFormElement, 'elements'>>(
  forms: readonly Form[],
  own: KeptForm,
  kept: readonly KeptForm[],
): Form | null {
  const known = forms.map((form) => ({ form, ...identify(form) }));
  const same = known.filter(({ key }) => key === own.key);
  if (same[0]) return same[0].form;
  const alike = known.filter(({ kind }) => kind === own.kind);
  const isOnly = alike.length === 1 && kept.filter(({ kind }) => kind === own.kind).length === 1;
  return isOnly ? (alike[0]?.form ?? null) : null;
}
