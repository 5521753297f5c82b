/** Pressing a phrase appends it to the comment, and moves the cursor behind it. */
export function insertPhrases(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-phrase]')) {
    button.addEventListener('click', () => {
      const field = button.form?.elements.namedItem('comentario');
      if (!(field instanceof HTMLTextAreaElement)) return;
      const before = field.value.trimEnd();
      field.value = [before, button.dataset.phrase].filter(Boolean).join(' ');
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.focus();
    });
  }
}
