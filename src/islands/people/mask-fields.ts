import { Maskito, type MaskitoOptions } from '@maskito/core';
import { cepMask, cpfMask, phoneMask } from '../ui/masks.ts';

const masks: Readonly<Record<string, MaskitoOptions>> = { cpf: cpfMask, cep: cepMask, phone: phoneMask };

/** Masks the fields of a form that also works without a script (VALID-19). */
export function maskFields(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('[data-mask]')) {
    const options = masks[field.dataset.mask ?? ''];
    if (options) new Maskito(field, options);
  }
}
