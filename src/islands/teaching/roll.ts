/**
 * Lets “Todos presentes” mark everybody who did not say that they miss the lesson, so that who takes the roll corrects
 * it before it is saved. Without a script the button saves that at once.
 */
export function watchRoll(): void {
  const roll = document.querySelector<HTMLElement>('[data-roll]');
  if (!roll) return;
  const count = roll.querySelector('[data-roll-count]');
  const all = roll.querySelector<HTMLButtonElement>('[data-roll-all]');
  const lines = [...roll.querySelectorAll<HTMLElement>('[data-student]')];
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
  roll.addEventListener('change', tell);
  tell();
}
