const signs = { USD: 'US$', GBP: '£', EUR: '€' } as const;

type Moeda = keyof typeof signs;

const group = (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, '.');

/** Hundredths of a foreign unit as `US$ 1.234,56`. */
export function formatForeign(minor: number, moeda: Moeda): string {
  const digits = String(minor).padStart(3, '0');
  return `${signs[moeda]}\u00a0${group(digits.slice(0, -2))},${digits.slice(-2)}`;
}

/** Decimal text as people write it: `5.4321` → `5,4321`. */
export const formatDecimal = (text: string) => text.replace('.', ',');

/** Hundredths of a per cent as `3,5%`. */
export function formatBps(bps: number): string {
  const places = String(bps % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return `${Math.trunc(bps / 100)}${places && `,${places}`}%`;
}
