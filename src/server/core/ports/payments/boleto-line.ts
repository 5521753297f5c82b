import { daysUntil } from '#lib/rules/time/days.ts';

/** The count of due days began anew on this day, at 1000. */
const FIRST_DAY = '2025-02-22';
const FIRST_FACTOR = 1000;
const FACTORS = 9000;
const REAL = '9';

/**
 * A barcode and its line by the layout of FEBRABAN: bank, currency, check digit, factor of the due day, centavos, and 25
 * digits of the bank's own.
 */
export function boletoLine({
  bank,
  dueDay,
  centavos,
  own,
}: {
  bank: string;
  dueDay: string;
  centavos: number;
  own: string;
}) {
  const factor = String((daysUntil(FIRST_DAY, dueDay) % FACTORS) + FIRST_FACTOR);
  const amount = String(centavos).padStart(10, '0');
  const free = own.padStart(25, '0');
  const check = checkDigit(bank + REAL + factor + amount + free);
  const fields = [bank + REAL + free.slice(0, 5), free.slice(5, 15), free.slice(15)];
  return {
    barcode: bank + REAL + check + factor + amount + free,
    line: fields.map((field) => field + modulo10(field)).join('') + check + factor + amount,
  };
}

function checkDigit(digits: string): number {
  const sum = [...digits].toReversed().reduce((total, digit, at) => total + Number(digit) * (2 + (at % 8)), 0);
  const check = 11 - (sum % 11);
  return check > 9 ? 1 : check;
}

function modulo10(field: string): number {
  const products = [...field].toReversed().map((digit, at) => Number(digit) * (at % 2 === 0 ? 2 : 1));
  const sum = products.reduce((total, product) => total + Math.trunc(product / 10) + (product % 10), 0);
  return (10 - (sum % 10)) % 10;
}
