import { existsSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

// Writes the national holidays. Run it once after date-holidays changes; the repository has the table. The library is no
// dependency, because it brings 47 MB for this one script: first run `npm install --no-save date-holidays`.
const LIBRARY = 'node_modules/date-holidays/src/index.js';
const FIRST = 2015;
const LAST = 2100;

/** The part of the library that we use. */
interface Calendar {
  getHolidays(year: number): { date: string }[];
}

if (!existsSync(LIBRARY)) {
  process.stderr.write('date-holidays is not here: npm install --no-save date-holidays\n');
  process.exit(2);
}
const { default: Holidays } = (await import(pathToFileURL(LIBRARY).href)) as {
  default: new (country: string, options: { types: string[] }) => Calendar;
};
const calendar = new Holidays('BR', { types: ['public', 'bank'] });
const rows = Array.from({ length: LAST - FIRST + 1 }, (_, index) => FIRST + index).map((year) => {
  const days = new Set(calendar.getHolidays(year).map(({ date }) => date.slice(5, 10)));
  return `  ${year}: '${[...days].sort().join(' ')}',`;
});
writeFileSync(
  'src/lib/rules/time/national-holidays.ts',
  `/** Days on which schools and banks are closed in all of Brazil. Made by \`scripts/make-national-holidays.ts\`. */
export const nationalHolidays: Readonly<Record<number, string>> = {\n${rows.join('\n')}\n};\n`,
);
