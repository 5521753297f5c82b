import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** A text that a match takes longer for than its length explains. */
export interface Slow {
  /** The repeated part, and how often it is repeated. */
  pump: string;
  times: number;
  ms: number;
}

/** First number of repetitions: an expression may take twice as many steps with each repetition. */
const FEW = [4, 8, 12, 16, 20, 24, 28, 32];
/** Lengths of the following texts. */
const LENGTHS = [200, 1_000, 5_000, 20_000];
/** The square of 20,000 letters is 50 to 200 million steps, 40 to 400 ms; an expression that reads each letter once needs 1 ms. */
const MAX_MS = 15;
/** A cheap first check: suspicious expressions are measured again by the CPU time of this thread. */
const MAX_WALL_MS = 8;

const OTHERS = ['a', '0', ' ', '\n', '-', '.', '/', '"', 'é', '\u{1F600}'];
/** Suffixes that make a match fail at its end. */
const ENDS = ['\0', '\n!', '\n/\n'];
const MAX_SAMPLES = 6;

/**
 * Looks for a text that takes an expression more than linear time: it repeats what the parts of the expression match, behind
 * and before what makes a match begin and fail.
 *
 * @returns null if none was found
 */
export function slowTextFor(source: string, flags: string): Slow | null {
  const expression = new RegExp(source, flags);
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const samples = samplesFor(pattern, flags);
  const repeated = quantifiersIn(pattern);
  if (repeated.length === 0) return null;
  const letters = [...new Set(lettersIn(pattern).flatMap((each) => samples(each)))].slice(0, 14);
  const pumps = new Set([
    ...repeated.flatMap(({ element }) => samples(element)),
    ...repeated.flatMap((each) => samples(each)),
    ...repeated.flatMap((each) => before(each, samples).flatMap((start) => samples(each).map((own) => start + own))),
    ...groupsIn(pattern).flatMap((each) => samples(each)),
    ...letters,
    ...letters.flatMap((one) => letters.map((other) => one + other)),
    ...samples(pattern),
  ]);
  const starts = new Set(['', '\0', ...repeated.flatMap((each) => before(each, samples))].slice(0, 7));
  for (const pump of pumps) {
    if (pump === '') continue;
    for (const start of starts) {
      for (const end of ENDS) {
        const slow = slowest(expression, (times) => start + pump.repeat(times) + end, pump);
        if (slow) return slow;
      }
    }
  }
  return null;
}

function slowest(expression: RegExp, textOf: (times: number) => string, pump: string): Slow | null {
  for (const times of [...FEW, ...LENGTHS.map((length) => Math.ceil(length / pump.length))]) {
    const text = textOf(times);
    const started = performance.now();
    text.replace(expression, '');
    if (performance.now() - started < MAX_WALL_MS) continue;
    let ms = cpuMs(expression, text);
    if (ms > MAX_MS) ms = Math.min(ms, cpuMs(expression, text));
    if (ms > MAX_MS) return { pump, times, ms };
  }
  return null;
}

function cpuMs(expression: RegExp, text: string): number {
  const started = process.threadCpuUsage();
  text.replace(expression, '');
  return process.threadCpuUsage(started).user / 1_000;
}

type Element = AST.Element | AST.Alternative | AST.Pattern;
type Samples = (node: Element) => string[];

const isRepeated = (node: AST.Node): node is AST.Quantifier => node.type === 'Quantifier' && node.max > 1;

/** All parts that may repeat. */
function quantifiersIn(node: AST.Node): AST.Quantifier[] {
  const inner = childrenOf(node).flatMap(quantifiersIn);
  return isRepeated(node) ? [node, ...inner] : inner;
}

/** All groups. */
const groupsIn = (node: AST.Node): AST.Element[] => [
  ...(node.type === 'Group' || node.type === 'CapturingGroup' ? [node] : []),
  ...childrenOf(node).flatMap(groupsIn),
];

/** All characters and character classes. */
function lettersIn(node: AST.Node): Element[] {
  return /^Character/.test(node.type) || node.type === 'ExpressionCharacterClass'
    ? [node as Element]
    : childrenOf(node).flatMap(lettersIn);
}

function childrenOf(node: AST.Node): AST.Node[] {
  if ('alternatives' in node && node.type !== 'ClassStringDisjunction') return node.alternatives;
  if (node.type === 'Alternative') return node.elements;
  if (node.type === 'Quantifier') return [node.element];
  return [];
}

/** Texts that precede a part in a match. */
function before(node: AST.Node, samples: Samples): string[] {
  const { parent } = node;
  if (!parent) return [''];
  const outer = before(parent, samples);
  if (parent.type !== 'Alternative') return outer;
  const own = parent.elements
    .slice(0, parent.elements.indexOf(node as AST.Element))
    .map((each) => samples(each)[0] ?? '');
  return outer.map((text) => text + own.join(''));
}

/** @returns a function that gives some texts that a part of the expression matches. */
function samplesFor(pattern: AST.Pattern, flags: string): Samples {
  const signs = new Set(OTHERS);
  for (const sign of pattern.raw.replace(/\\./g, '')) signs.add(sign);
  const own = flags.replace(/[gyd]/g, '');
  const samples: Samples = (node) => {
    switch (node.type) {
      case 'Character':
        return [String.fromCodePoint(node.value)];
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass': {
        const one = new RegExp(`^${node.raw}$`, own.replace('m', ''));
        const [first, ...others] = [...signs].filter((sign) => one.test(sign));
        return first === undefined ? [] : [first, ...others].slice(0, MAX_SAMPLES);
      }
      case 'Quantifier': {
        const inner = samples(node.element);
        const times = Math.max(node.min, node.max > 0 ? 1 : 0);
        return inner.map((text) => text.repeat(Math.min(times, 100)));
      }
      case 'Group':
      case 'CapturingGroup':
      case 'Pattern':
        return node.alternatives.flatMap((each) => samples(each)).slice(0, MAX_SAMPLES);
      case 'Alternative': {
        const parts = node.elements.map((each) => samples(each));
        const max = Math.min(MAX_SAMPLES, Math.max(1, ...parts.map(({ length }) => length)));
        return Array.from({ length: max }, (_, at) =>
          parts.map((each) => each[at % (each.length || 1)] ?? '').join(''),
        );
      }
      default:
        // An assertion or a reference matches no text of its own.
        return [''];
    }
  };
  return samples;
}
