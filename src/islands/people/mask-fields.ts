import { Maskito, type MaskitoOptions } from '@maskito/core';
import { cepMask, cpfMask, phoneMask } from '../ui/masks.ts';

const masks: Readonly<Record<string, MaskitoOptions>> = { cpf: cpfMask, cep: cepMask, phone: phoneMask };

/** Shapes what is typed into the fields of a form that works without a script too (VALID-19). */
export function maskFields(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('[data-mask]')) {
    const options = masks[field.dataset.mask ?? ''];
    if (options) new Maskito(field, options);
  }
}
