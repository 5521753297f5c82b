/** `1.234,56`, `R$ 150`, `150.5`. */
const REAIS = /^(?:R\$)?(\d{1,9}|\d{1,3}(?:\.\d{3}){1,2})(?:[.,](\d{1,2}))?$/;

/**
 * Centavos of an amount as somebody types it; null for what is none. In reais alone: `typed-amount.ts` reads other currencies
 * too, and a page that has both would load it apart.
 */
export function centavosOf(text: string): number | null {
  const [, whole, decimals = ''] = REAIS.exec(text.replace(/\s/g, '')) ?? [];
  return whole === undefined ? null : Number(whole.replaceAll('.', '') + decimals.padEnd(2, '0'));
}
