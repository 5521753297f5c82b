import { readFileSync } from 'node:fs';

export const REQUIREMENTS = 'docs/requirements.md';

export interface Requirement {
  /** `TOUR-10`, `S5`. */
  id: string;
  /** The whole of its list item, on one line. */
  text: string;
  isStruck: boolean;
}

const ITEM = /^- \*\*([A-Z]+-\d+|[PS]\d+)\*\* ((?:.+\n?)(?:^ {2}\S.*\n?)*)/gm;

/** The requirements in docs/requirements.md, in order and with repeated ids. */
export const requirements: readonly Requirement[] = [...readFileSync(REQUIREMENTS, 'utf8').matchAll(ITEM)].map(
  ([, id = '', item = '']) => {
    const text = item.replace(/\s+/g, ' ').trim();
    return { id, text, isStruck: /\bStruck:/.test(text) };
  },
);

const prefixes = [...new Set(requirements.map(({ id }) => id.replace(/-?\d+$/, '')))].filter((name) => name.length > 1);
const ID = new RegExp(`\\b((?:${prefixes.join('|')})-|[PS])(\\d+[a-z]?)(?:…(\\d+))?(?![\\w-])`, 'g');

/** The ids in a text; `PUSH-04…06` is three ids. */
export function idsIn(text: string): string[] {
  return [...text.matchAll(ID)].flatMap(([, prefix = '', first = '', last]) => {
    if (last === undefined) return [prefix + first];
    const count = Number(last) - Number(first) + 1;
    return Array.from(
      { length: count },
      (_, index) => prefix + String(Number(first) + index).padStart(first.length, '0'),
    );
  });
}
