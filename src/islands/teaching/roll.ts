/**
 * Lets “Todos presentes” mark everybody who did not say that they miss the lesson, so that who takes the roll corrects
 * it before it is saved. Without a script the button saves that at once.
 */
export function watchRoll(): void {
  const form = document.querySelector<HTMLFormElement>('[data-roll]');
  if (!form) return;
  const count = form.querySelector('[data-roll-count]');
  const all = form.querySelector<HTMLButtonElement>('[data-roll-all]');
  const lines = [...form.querySelectorAll<HTMLElement>('[data-student]')];
  const tell = () => {
    const marked = lines.filter((line) => line.querySelector('input:checked')).length;
    if (count) count.textContent = marked === lines.length ? 'Todos marcados' : `${marked} de ${lines.length} marcados`;
  };
  all?.addEventListener('click', (event) => {
    event.preventDefault();
    for (const line of lines) {
      const came = line.querySelector<HTMLInputElement>('input[value=presente]');
      if (came && line.dataset.student === '') came.checked = true;
    }
    tell();
  });
  form.addEventListener('change', tell);
  tell();
}
