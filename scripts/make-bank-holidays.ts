import { writeFileSync } from 'node:fs';
import { bankHolidaysOf } from './bank-holidays.ts';

// Writes the days on which banks are closed. Run it once after date-holidays changes; the repository keeps the table.
// The library costs a tenth of a second and 40 MB in every process. A test compares the table with it.
const FIRST = 2015;
const LAST = 2100;

const rows = Array.from({ length: LAST - FIRST + 1 }, (_, index) => FIRST + index).map(
  (year) => `  ${year}: '${bankHolidaysOf(year).join(' ')}',`,
);
writeFileSync(
  'src/server/finance/bank-holidays.ts',
  `/** Days from Monday to Friday on which banks are closed in all of Brazil. Made by \`scripts/make-bank-holidays.ts\`. */
export const bankHolidays: Readonly<Record<number, string>> = {\n${rows.join('\n')}\n};\n`,
);
