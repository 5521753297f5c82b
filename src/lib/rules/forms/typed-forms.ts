/** Whether a field of these forms differs from its rendered value, or was refused and waits for a correction. */
export const isTypedInto = (forms: Iterable<Pick<HTMLFormElement, 'elements'>>): boolean =>
  [...forms].some(({ elements }) => [...elements].some((each) => isRefused(each) || isChanged(each)));

/** A missing file is no loss. */
export const isRefused = (field: Element) =>
  field.getAttribute('aria-invalid') === 'true' && (field as HTMLInputElement).type !== 'file';

type Field = Partial<HTMLInputElement> & Partial<Pick<HTMLSelectElement, 'options'>>;

export function isChanged(field: Element): boolean {
  const { type, value, defaultValue, checked, defaultChecked, options } = field as Field;
  if (options) return isOther([...options]);
  if (type === 'checkbox' || type === 'radio') return checked !== defaultChecked;
  // A button holds no typed text.
  return type !== 'hidden' && defaultValue !== undefined && value !== defaultValue;
}

/** A select without a preselected option starts with its first option. */
function isOther(options: readonly Pick<HTMLOptionElement, 'selected' | 'defaultSelected'>[]): boolean {
  const isChosen = options.some(({ defaultSelected }) => defaultSelected);
  return options.some(({ selected, defaultSelected }, at) => selected !== (isChosen ? defaultSelected : at === 0));
}
