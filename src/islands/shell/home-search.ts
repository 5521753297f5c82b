/** The target of the search without its code: the field on the home, as a form. */
const AS_FORM = '#buscar';

/** A press on the home’s field opens the search, and so does a letter, which is inserted. */
export function watchHomeSearch(): void {
  const field = document.querySelector<HTMLInputElement>(AS_FORM);
  const link = document.querySelector<HTMLAnchorElement>('a[data-panel-search]');
  if (!field || !link) return;
  const isForm = () => location.hash === AS_FORM;
  const focusForm = () => {
    if (isForm()) field.focus();
  };
  field.addEventListener('click', () => {
    if (!isForm()) link.click();
  });
  // The event is passed on to the search, which inserts the letter.
  field.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    if (!isForm() && !ctrlKey && !metaKey && !altKey && key.length === 1) link.click();
  });
  addEventListener('hashchange', focusForm);
  focusForm();
}
