import { toast } from '#lib/stores/toast.ts';

/** The reader closed the sheet of the device, or it is open already. */
const NO_WISH: readonly string[] = ['AbortError', 'InvalidStateError'];

/**
 * Buttons that copy what their `data-copy` says, on pages and in islands; `data-copied` is the notice. With `data-share`, the
 * title of a sheet, and its words in `data-share-text`, they open the device's own way to share, where it has one. The press
 * itself must ask for both, so no code may have to load between. A read-only field is selected as it gets the focus.
 */
export function watchCopies(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button[data-copy]') : null;
    if (!button) return;
    const isShared = button.dataset.share !== undefined && 'share' in navigator;
    void (isShared ? share(button) : copy(button));
  });
  document.addEventListener('focusin', ({ target }) => {
    if (isField(target) && target.readOnly) target.select();
  });
}

const isField = (what: unknown) => what instanceof HTMLInputElement || what instanceof HTMLTextAreaElement;

async function share(button: HTMLElement): Promise<void> {
  const { copy: url, share: title, shareText: text } = button.dataset;
  try {
    await navigator.share({ title, text, url });
  } catch (error) {
    if (error instanceof DOMException && NO_WISH.includes(error.name)) return;
    await copy(button);
  }
}

/** The button says it at once: the code of a notice may still have to load, and the network may be gone. */
async function copy(button: HTMLElement): Promise<void> {
  const { copy: text = '', share: title, copied = title === undefined ? 'Copiado.' : 'Link copiado.' } = button.dataset;
  try {
    await navigator.clipboard.writeText(text);
    const words = button.querySelector('[aria-live]');
    if (words) words.textContent = 'Copiado';
    if (button.ariaLabel) button.ariaLabel = button.ariaLabel.replace('Copiar', 'Copiado');
    toast.success(copied);
  } catch {
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
    const field = fields.find(({ readOnly, value }) => readOnly && value === text);
    field?.closest('details')?.setAttribute('open', '');
    // That selects it.
    field?.focus();
    toast.error('Não foi possível copiar. Selecione o texto e copie.');
  }
}
