import { settingNames } from './config.ts';

/** Max. distance of a typo, wherever the name is. */
const TYPO = 1;
/** Max. distance of a name that may mean a setting. */
const NEAR = 2;
/** In the environment, shorter names of other programs are often similar to ours. */
const MIN_NEAR_LENGTH = 6;
/** Other names allowed in `.env`: for Node, the C library, npm, PostgreSQL's own tools and single commands. */
const OTHERS = /^((NODE|MALLOC|UV|npm)_\w+|PG[A-Z]+|TZ|CREDENTIALS_DIRECTORY|UPSTREAM_PASSWORD)$/;

interface UnknownName {
  name: string;
  /** The setting that it probably means. */
  near?: string;
  /** It differs by one letter. The start ends there: `DEMOO=off` would open the demo accounts to everybody. */
  isTypo: boolean;
}

/** Unknown names in the file of settings, and names of the environment that resemble a setting. */
export function unknownNames(inFile: readonly string[], environment: readonly string[]): UnknownName[] {
  const foreign = inFile.filter((name) => !OTHERS.test(name));
  return [...new Set([...foreign, ...environment])].flatMap((name) => {
    if (settingNames.includes(name) || OTHERS.test(name)) return [];
    const near = nearest(name, TYPO) ?? nearest(name, NEAR);
    const isTypo = near !== undefined && distance(near, name) <= TYPO;
    const isOurs = foreign.includes(name) || isTypo || (near !== undefined && name.length >= MIN_NEAR_LENGTH);
    return isOurs ? [{ name, isTypo, ...(near && { near }) }] : [];
  });
}

const nearest = (name: string, atMost: number) => settingNames.find((one) => distance(one, name) <= atMost);

/** The edit distance: inserted, removed or changed letters; two swapped neighbours count once. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > NEAR) return NEAR + 1;
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= one.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= other.length; column += 1) {
      const changed = at(row - 1, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapped = isSwapped ? at(row - 2, column - 2) + 1 : changed;
      rows[row]?.push(Math.min(changed, swapped, at(row - 1, column) + 1, at(row, column - 1) + 1));
    }
  }
  return at(one.length, other.length);
}
