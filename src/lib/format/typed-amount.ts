import { formatHundredths } from './money.ts';

const CURRENCY = /^(?:R\$|US\$|CA\$|AU\$|\$|€|£|BRL|USD|EUR|GBP)|(?:BRL|USD|EUR|GBP|€|£)$/g;
/** Digits, plain or in groups of three with a consistent separator. */
const WHOLE = /^(?:\d{1,12}|[1-9]\d{0,2}(?:\.\d{3}){1,3}|[1-9]\d{0,2}(?:,\d{3}){2,3})$/;
/** The last separator is the decimal one if one or two digits follow it. */
const DECIMAL = /^(\d{1,12}|[1-9]\d{0,2}(?:\.\d{3}){1,3}|[1-9]\d{0,2}(?:,\d{3}){1,3})[.,](\d{1,2})$/;

/**
 * An amount as people write or paste it, in Brazil or abroad (`1.234,5`, `1234.50`, `US$ 1,234.50`), in hundredths.
 *
 * @returns null for an invalid or ambiguous amount: `1,234` is 1,23 to some and 1.234 to others
 */
export function hundredthsOf(text: string): number | null {
  const plain = text.replace(/\s/g, '').replace(CURRENCY, '');
  const [, whole = plain, decimals = ''] = DECIMAL.exec(plain) ?? [];
  if (!WHOLE.test(whole) && decimals === '') return null;
  return Number(whole.replace(/[.,]/g, '') + decimals.padEnd(2, '0'));
}

/** The same amount as it is written in Brazil, with decimals if it has some; null for what is no amount. */
export function typedAmount(text: string): string | null {
  const hundredths = hundredthsOf(text);
  if (hundredths === null) return null;
  const written = formatHundredths(hundredths);
  return DECIMAL.test(text.replace(/\s/g, '').replace(CURRENCY, '')) ? written : written.slice(0, -3);
}
