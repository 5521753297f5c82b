import { writeFileSync } from 'node:fs';
import { nationalHolidaysOf } from './national-holidays.ts';

// Writes the national holidays. Run it once after date-holidays changes; the repository keeps the table.
// The library costs a tenth of a second and 40 MB in every process. A test compares the table with it.
const FIRST = 2015;
const LAST = 2100;

const rows = Array.from({ length: LAST - FIRST + 1 }, (_, index) => FIRST + index).map(
  (year) => `  ${year}: '${nationalHolidaysOf(year).join(' ')}',`,
);
writeFileSync(
  'src/lib/rules/time/national-holidays.ts',
  `/** Days on which schools and banks are closed in all of Brazil. Made by \`scripts/make-national-holidays.ts\`. */
export const nationalHolidays: Readonly<Record<number, string>> = {\n${rows.join('\n')}\n};\n`,
);
