/** Where the search leads without its code: the field of the home, as a form. */
const AS_FORM = '#buscar';

/** A press on the field of the home opens the search, and so does a letter, which goes into it. */
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
  // The search takes the letter itself: the event goes on to it.
  field.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    if (!isForm() && !ctrlKey && !metaKey && !altKey && key.length === 1) link.click();
  });
  addEventListener('hashchange', focusForm);
  focusForm();
}
