import { tryQuietly } from './chunk-failures.ts';

/** Masks each field with `data-mask`. Its code comes with the first focus, and without it the server reads the field. */
export function watchMaskedFields(): void {
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.dataset.mask || target.dataset.masked) return;
    target.dataset.masked = 'yes';
    void tryQuietly(async () => (await import('../ui/mask-field.ts')).maskField(target));
  });
}
