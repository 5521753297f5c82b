export interface Selector {
  name: string;
  matchers: { label: string; fits(value: string): boolean }[];
}

/** The names of a PromQL query. */
export interface Query {
  selectors: Selector[];
  /** Those that it groups by or leaves out. */
  labels: string[];
}

const WORDS = new Set([
  'by',
  'without',
  'on',
  'ignoring',
  'group_left',
  'group_right',
  'and',
  'or',
  'unless',
  'bool',
  'offset',
]);
const GROUPING = /\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g;
const SELECTOR = /\b([a-z_:][a-z0-9_:]*)\s*(?:\{([^}]*)\})?(\s*\()?/gi;
const MATCHER = /([a-z_]+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g;
/** The dashboard's own choice fits everything. */
const CHOICE = /^\$/;

/** Reads which series and labels a query names. It knows as much of the language as our own queries use. */
export function readQuery(text: string): Query {
  const labels: string[] = [];
  const bare = text
    .replace(GROUPING, (_whole, list: string) => {
      labels.push(...list.split(',').map((label) => label.trim()));
      return ' ';
    })
    .replace(/\[[^\]]*\]/g, ' ');
  const selectors = [...bare.matchAll(SELECTOR)].flatMap(([, name = '', inside = '', call]) =>
    call || WORDS.has(name) ? [] : [{ name, matchers: matchersOf(inside) }],
  );
  // A histogram always has this one.
  return { selectors, labels: labels.filter((label) => label !== 'le') };
}

const matchersOf = (inside: string): Selector['matchers'] =>
  [...inside.matchAll(MATCHER)].map(([, label = '', sign, wanted = '']) => ({
    label,
    fits(value) {
      if (CHOICE.test(wanted)) return true;
      const isEqual = sign?.endsWith('~') ? new RegExp(`^(?:${wanted})$`).test(value) : value === wanted;
      return sign?.startsWith('!') ? !isEqual : isEqual;
    },
  }));
