/**
 * Makes “Todos presentes” mark everybody without an announced absence, so that the marks can be corrected before saving.
 * Without a script the button saves them at once.
 */
export function watchAttendance(): void {
  const attendance = document.querySelector<HTMLElement>('[data-roll]');
  if (!attendance) return;
  const count = attendance.querySelector('[data-roll-count]');
  const all = attendance.querySelector<HTMLButtonElement>('[data-roll-all]');
  const lines = [...attendance.querySelectorAll<HTMLElement>('[data-student]')];
  const show = () => {
    const marked = lines.filter((line) => line.querySelector('input:checked')).length;
    if (count) count.textContent = marked === lines.length ? 'Todos marcados' : `${marked} de ${lines.length} marcados`;
  };
  all?.addEventListener('click', (event) => {
    event.preventDefault();
    for (const line of lines) {
      const came = line.querySelector<HTMLInputElement>('input[value=presente]');
      if (came && line.dataset.student === '') came.checked = true;
    }
    show();
  });
  attendance.addEventListener('change', show);
  show();
}
