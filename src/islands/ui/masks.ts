import type { MaskitoOptions } from '@maskito/core';

const digit = /\d/;
const digits = (count: number) => Array.from({ length: count }, () => digit);

/** Input masks of VALID-19. */
export const cpfMask: MaskitoOptions = {
  mask: [...digits(3), '.', ...digits(3), '.', ...digits(3), '-', ...digits(2)],
};
export const cepMask: MaskitoOptions = { mask: [...digits(5), '-', ...digits(3)] };
/** Ten digits for a landline, eleven for a mobile. */
export const phoneMask: MaskitoOptions = {
  mask: ({ value }) => {
    const isMobile = value.replace(/\D/g, '').length > 10;
    return ['(', ...digits(2), ')', ' ', ...digits(isMobile ? 5 : 4), '-', ...digits(4)];
  },
};
