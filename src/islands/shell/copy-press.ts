import { toast } from '#lib/stores/toast.ts';

/**
 * Buttons that copy what their `data-copy` says, on pages and in islands. With `data-share`, the title of a sheet, and its
 * words in `data-share-text`, the device's own way to share comes first. They are no islands of their own: the press
 * itself must ask for both, so no code may have to load between.
 */
export function watchCopies(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button[data-copy]') : null;
    if (button) void copy(button);
  });
}

async function copy(button: HTMLElement): Promise<void> {
  const { copy: text = '', share: title, shareText } = button.dataset;
  try {
    if (title !== undefined && 'share' in navigator) {
      await navigator.share({ title, text: shareText, url: text });
      return;
    }
    await navigator.clipboard.writeText(text);
    toast.success('Copiado.');
  } catch (error) {
    // A reader who closes the share sheet has chosen not to share.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    button.closest('.field')?.querySelector('input')?.select();
    toast.error('Não foi possível copiar. Selecione o texto e copie.');
  }
}
