import { Maskito, type MaskitoOptions } from '@maskito/core';
import { dayMask } from './day-mask.ts';
import { cepMask, cnpjMask, cpfMask, integerMask, phoneMask } from './masks.ts';

const masks: Readonly<Record<string, MaskitoOptions>> = {
  cpf: cpfMask,
  cnpj: cnpjMask,
  cep: cepMask,
  integer: integerMask,
  phone: phoneMask,
  day: dayMask,
};

/** Masks a field of a form that also works without a script (VALID-19). */
export function maskField(field: HTMLInputElement): void {
  const options = masks[field.dataset.mask ?? ''];
  if (options) new Maskito(field, options);
}
