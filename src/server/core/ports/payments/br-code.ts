import { generatePixPayload } from '@brazilian-utils/brazilian-utils';
import { normalForm } from '#lib/format/normal-form.ts';

export interface BrCodeInput {
  key: string;
  name: string;
  city: string;
  centavos: number;
  /** At most 25 letters and digits. */
  txid: string;
}

/** A name in the letters that a code allows; a name without any of them becomes `otherwise`. */
function printable(name: string, otherwise: string): string {
  const folded = normalForm(name, 'NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim();
  return /[A-Za-z0-9]/.test(folded) ? folded : otherwise;
}

/**
 * The text of a Pix (BR Code). The library takes reais as a number; centavos / 100 prints the same two decimals for
 * every amount below 2^53, and the test reads each one back.
 *
 * @throws RangeError for values that no BR Code can hold.
 */
export function brCode({ key, name, city, centavos, txid }: BrCodeInput): string {
  const code = generatePixPayload({
    key,
    merchantName: printable(name, 'Escola'),
    merchantCity: printable(city, 'Brasil'),
    amount: centavos / 100,
    txid,
  });
  if (code === null) throw new RangeError(`No BR Code can say ${centavos} centavos to ${key} as ${txid}`);
  return code;
}
