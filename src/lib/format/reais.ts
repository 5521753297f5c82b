/** `1.234,56`, `R$ 150`, `150.5`. */
const REAIS = /^(?:R\$)?(\d{1,9}|\d{1,3}(?:\.\d{3}){1,2})(?:[.,](\d{1,2}))?$/;

/**
 * The centavos of a typed amount; null for an invalid one. Only for reais: `typed-amount.ts` reads other currencies too,
 * and is kept out of pages that do not need it.
 */
export function centavosOf(text: string): number | null {
  const [, whole, decimals = ''] = REAIS.exec(text.replace(/\s/g, '')) ?? [];
  return whole === undefined ? null : Number(whole.replaceAll('.', '') + decimals.padEnd(2, '0'));
}
