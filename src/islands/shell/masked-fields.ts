import { tryQuietly } from './chunk-failures.ts';

/** Masks each field with `data-mask`. The code loads with the first focus; without it the server parses the field. */
export function watchMaskedFields(): void {
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.dataset.mask || target.dataset.masked) return;
    target.dataset.masked = 'yes';
    void tryQuietly(async () => (await import('../ui/mask-field.ts')).maskField(target));
  });
}
