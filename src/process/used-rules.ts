/** A CSS rule that always applies, or only if the page has all classes of one of several sets. */
interface Rule {
  text: string;
  /** Each list holds one selector’s classes; null: the rule applies to every page. */
  wants: readonly (readonly string[])[] | null;
}

/** Rules below `@layer`, `@media`, `@supports` or `@container`. */
interface Group {
  head: string;
  pieces: readonly Piece[];
}

export type Piece = Rule | Group;

/** Selectors that need an interaction, and are not needed for the first paint. */
const LATER = /:(hover|active|focus|backdrop|popover-open|view-transition|selection)/;
const LATER_GROUP = /^@media (print|\(hover)/;
const CLASS = /\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-])+)/gi;
const GROUP = /^@(layer|media|supports|container)\b[^;]*$/;
/** How Astro and React escape the signs of a class such as `[&>a]:p-2`. */
const ENTITY = /&[\w#]+;/g;
const SIGNS: Readonly<Record<string, string>> = {
  ...{ '&amp;': '&', '&#38;': '&', '&gt;': '>', '&#62;': '>', '&lt;': '<', '&#60;': '<' },
  ...{ '&quot;': '"', '&#34;': '"', '&#39;': "'", '&#x27;': "'" },
};

/** Parses a sheet as the build writes it. @throws for unbalanced braces */
export function piecesOf(css: string): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < css.length; ) {
    const end = find(css, at, '{;');
    const head = css.slice(at, end).trim();
    if (css[end] !== '{') {
      if (head) pieces.push({ text: `${head};`, wants: null });
      at = end + 1;
      continue;
    }
    const close = closeOf(css, end);
    const body = css.slice(end + 1, close);
    at = close + 1;
    if (LATER_GROUP.test(head)) continue;
    if (GROUP.test(head)) pieces.push({ head, pieces: piecesOf(body) });
    else pieces.push({ text: `${head}{${body}}`, wants: head.startsWith('@') ? null : wantsOf(head) });
  }
  return pieces;
}

/** The rules that a page with these classes can show, in their order. Layers keep their place even when empty. */
export function usedRules(pieces: readonly Piece[], classes: ReadonlySet<string>): string {
  let css = '';
  for (const piece of pieces) {
    if ('head' in piece) {
      const body = usedRules(piece.pieces, classes);
      if (body || piece.head.startsWith('@layer')) css += `${piece.head}{${body}}`;
    } else if (!piece.wants || piece.wants.some((names) => names.every((name) => classes.has(name)))) css += piece.text;
  }
  return css;
}

/** The classes of a page. */
export function classesOf(html: string): Set<string> {
  const classes = new Set<string>();
  for (const [, list = ''] of html.matchAll(/\sclass="([^"]*)"/g)) {
    for (const name of list.replace(ENTITY, (entity) => SIGNS[entity] ?? entity).split(/\s+/)) classes.add(name);
  }
  for (const [, name, value] of html.slice(0, 300).matchAll(/\s(data-theme|data-brand)="([\w-]+)"/g))
    classes.add(`${name}=${value}`).add(`${name}^=${value?.split('-')[0]}`);
  return classes;
}

/** @returns null when one of the selectors needs no class; an empty list when all of them need an interaction */
function wantsOf(head: string): string[][] | null {
  const wants = listOf(head)
    .flatMap(plainOnes)
    .filter((selector) => !LATER.test(selector))
    .map((selector) => {
      const [, look, sign, value] = /\[(data-theme|data-brand)(\^?=)"?([\w-]+)"?\]/.exec(selector) ?? [];
      const names = [...selector.replace(/(?<!\\)\[[^\]]*\]?/g, '').matchAll(CLASS)];
      return [...names.map(([, name = '']) => unescaped(name)), ...(look ? [`${look}${sign}${value}`] : [])];
    });
  return wants.some((names) => names.length === 0) ? null : wants;
}

/** The parts between top-level commas. */
function listOf(selectors: string): string[] {
  const list: string[] = [];
  for (let at = 0; at < selectors.length; ) {
    const end = find(selectors, at, ',');
    list.push(selectors.slice(at, end));
    at = end + 1;
  }
  return list;
}

/**
 * A selector without brackets: one for each way through `:is(…)` and `:where(…)`. What `:not(…)` names is not wanted. None
 * where `:has(…)` waits for a touch.
 */
function plainOnes(selector: string): string[] {
  const inner = /:(is|where|not|has|nth-[a-z-]+|host|dir|lang|picker)\(/.exec(selector);
  if (!inner) return [selector];
  const open = inner.index + inner[0].length - 1;
  const close = closeOf(selector, open, ')');
  const within = selector.slice(open + 1, close);
  if (inner[1] === 'has' && LATER.test(within)) return [];
  const options = inner[1] === 'is' || inner[1] === 'where' ? listOf(within) : [''];
  return options.flatMap((option) =>
    plainOnes(`${selector.slice(0, inner.index)} ${option}${selector.slice(close + 1)}`),
  );
}

const unescaped = (name: string) =>
  name.replace(/\\([0-9a-f]{1,6}) ?|\\(.)/gi, (_, hex?: string, char?: string) =>
    hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : (char ?? ''),
  );

/** The position of the first expected character outside strings and brackets; the end of the text if there is none. */
function find(text: string, from: number, expected: string): number {
  for (let at = from; at < text.length; at += 1) {
    const char = text[at] as string;
    if (expected.includes(char)) return at;
    at = past(text, at);
  }
  return text.length;
}

function closeOf(text: string, open: number, close = '}'): number {
  const at = find(text, open + 1, close);
  if (at === text.length) throw new Error(`A sheet's brackets do not fit: ${text.slice(open, open + 40)}`);
  return at;
}

/** Where a string, an escape or a pair of brackets that begins at `at` ends. */
function past(text: string, at: number): number {
  const char = text[at];
  if (char === '\\') return at + 1;
  if (char === '(') return closeOf(text, at, ')');
  if (char === '[') return closeOf(text, at, ']');
  if (char === '{') return closeOf(text, at, '}');
  if (char !== '"' && char !== "'") return at;
  for (let next = at + 1; next < text.length; next += 1) {
    if (text[next] === '\\') next += 1;
    else if (text[next] === char) return next;
  }
  return text.length;
}
