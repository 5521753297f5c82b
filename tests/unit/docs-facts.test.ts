import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { brands } from '../../src/lib/brand.ts';
import { TourRoute } from '../../src/lib/contract/tour.schema.ts';
import { REGISTRATION_STALE_MONTHS } from '../../src/lib/rules/account/registration.ts';
import { serviceLimits } from '../../src/lib/rules/time/service-limits.ts';
import { BLOCKED_COMPANY_ID } from '../../src/lib/session.ts';
import { settingNames } from '../../src/server/config.ts';
import { LEAK_BYTES } from '../../src/server/identity/auth/password.ts';
import { demoPassword } from '../../src/server/operate/seed/people.ts';
import { tables } from '../../src/server/tables.ts';
import { requirements } from '../support/requirements.ts';
import { filesBelow } from './architecture/sources.ts';

// Statements of docs about the code that can be checked: figures, limits, defaults, and the names of settings, scripts
// and commands. Decisions are records of their day, so only what README and the other docs say is compared.

const read = (file: string) => readFileSync(file, 'utf8');
const docs = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', '.env.example'],
  ...filesBelow('docs').filter((file) => file.endsWith('.md') && !file.startsWith('docs/decisions/')),
];
/** The text of a page on one line. */
const flat = (text: string) => text.replace(/\s+/g, ' ');
/** Figures in blocks of code are examples and measurements. */
const prose = (text: string) => flat(text.replace(/^ *```[\s\S]*?^ *```/gm, ''));

const scripts: Readonly<Record<string, string>> = JSON.parse(read('package.json')).scripts;

/** A figure in a file that does not export it. */
function figureIn(file: string, pattern: RegExp): number {
  const found = pattern.exec(read(file))?.[1];
  if (found === undefined) throw new Error(`${file} has nothing like ${pattern}`);
  return Number(found.replaceAll('_', ''));
}

const bytesOf = (file: string) => readFileSync(file).byteLength;

const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen'.split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const NUMBER = `(?:\\d[\\d,]*(?:\\.\\d+)?|${[...WORDS, ...TENS].join('|')})`;
function numberOf(text: string): number {
  const word = text.toLowerCase();
  if (WORDS.includes(word)) return WORDS.indexOf(word);
  return TENS.includes(word) ? 20 + 10 * TENS.indexOf(word) : Number(text.replaceAll(',', ''));
}

/** Phrases of the docs, with `#` in place of a figure, and the figure of the code. */
const facts: readonly (readonly [said: string, figure: number])[] = [
  ['# brands', Object.keys(brands).length],
  ['# rooms', readdirSync('src/server', { withFileTypes: true }).filter((each) => each.isDirectory()).length],
  ['# tours', TourRoute.options.length],
  ['users of branch #', BLOCKED_COMPANY_ID],
  ['is due after # months', REGISTRATION_STALE_MONTHS],
  ['None of # leaked ones', bytesOf('src/server/identity/auth/leaked-passwords.bin') / LEAK_BYTES],
  ['Passwords: # to 200 characters', figureIn('src/lib/contract/auth.schema.ts', /NewPassword = .*min\((\d+)\)/)],
  ['Passwords: 10 to # characters', figureIn('src/lib/contract/auth.schema.ts', /NewPassword = .*max\((\d+)\)/)],
  ['argon2id, # MiB', figureIn('src/server/identity/auth/hash-queue.ts', /memoryCost: ([\d_]+)/) / 1_024],
  ['MiB, # passes', figureIn('src/server/identity/auth/hash-queue.ts', /timeCost: (\d+)/)],
  ['# days from the login', figureIn('src/server/identity/auth/tokens.ts', /LIFETIME_S = (\d+) \* DAY_S/)],
  ['# hours without a call', figureIn('src/server/identity/auth/find-session.ts', /IDLE_MS = (\d+) \* HOUR_MS/)],
  [
    'which counts # minutes',
    figureIn('src/lib/rules/people/reauthentication.ts', /REAUTHENTICATION_MS = (\d+) \* MINUTE_MS/),
  ],
  ['# calls of a person run', figureIn('src/server/core/http/request-slots.ts', /MAX_RUNNING = (\d+)/)],
  ['run and # wait', figureIn('src/server/core/http/request-slots.ts', /MAX_WAITING = (\d+)/)],
  ['bodies # kB', figureIn('src/server/core/http/receive.ts', /TEXT_BYTES = (\d+) \* 1024/)],
  ['# MB packed', figureIn('src/lib/format/limits.ts', /MAX_BOOK_ZIP = (\d+) \* MB/)],
  ['# MB open', figureIn('src/server/core/content/unzip-book.ts', /MAX_BYTES = (\d+) \* MB/)],
  ['MB open, # files', figureIn('src/server/core/content/unzip-book.ts', /MAX_FILES = ([\d_]+)/)],
  ['# megapixels', figureIn('src/server/core/http/pictures/clean-picture.ts', /MAX_POINTS = (\d+) \* 2/)],
  ['a letter keeps # marks', figureIn('src/lib/format/normal-form.ts', /\\p\{M\}\{(\d+)\}/)],
  ['# breadcrumbs', figureIn('src/lib/report/sentry.client.config.ts', /maxBreadcrumbs: (\d+)/)],
  ['# % of errors', 100 * figureIn('src/lib/report/sentry.client.config.ts', /[^e]sampleRate: ([\d.]+)/)],
  ['# % of traces', 100 * figureIn('src/lib/report/sentry.client.config.ts', /tracesSampleRate: ([\d.]+)/)],
  ['statements end after # seconds', serviceLimits.database.silenceMs / 1_000],
];

/** The smallest number that counts as a total. Smaller numbers count a part: “two operations”. */
const MIN_WHOLE = 20;
const logins = new Set(read('src/server/operate/seed/people.ts').match(/\w+@demo\.example/g));
const counts: typeof facts = [
  ['# operations', countIn(/operations\.ts$/, /\b(?:staffO|islandO|o)peration\(/g)],
  ['# tables', Object.keys(tables).length],
  ['# settings', settingNames.length],
  ['# requirements', requirements.length],
  ['# decisions', filesBelow('docs').filter((file) => file.startsWith('docs/decisions/')).length],
  ['# npm scripts', Object.keys(scripts).length],
  ['# demo logins', logins.size],
];

function countIn(files: RegExp, pattern: RegExp): number {
  const all = filesBelow('src/server').filter((file) => files.test(file));
  return all.reduce((sum, file) => sum + (read(file).match(pattern)?.length ?? 0), 0);
}

const wrongFigures = (text: string): string[] => [...wrongOf(facts, text, 0), ...wrongOf(counts, text, MIN_WHOLE)];

function wrongOf(known: typeof facts, text: string, min: number): string[] {
  return known.flatMap(([said, figure]) => {
    const [before = '', after = ''] = said.split('#').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const pattern = new RegExp(`(?<![\\w.,–-])${before}(${NUMBER})${after}(?!\\w)`, 'gi');
    return [...prose(text).matchAll(pattern)]
      .map(([sentence, number = '']) => ({ sentence, number: numberOf(number) }))
      .filter(({ number }) => number !== figure && number >= min)
      .map(({ sentence }) => `“${sentence}”, in the code ${figure}`);
  });
}

describe('figures of the code', () => {
  it('are in the docs as they are in the code', () => {
    expect(docs.flatMap((file) => wrongFigures(read(file)).map((wrong) => `${file}: ${wrong}`))).toEqual([]);
  });

  it('of the list each occur in the docs', () => {
    const all = docs.map((file) => prose(read(file))).join(' ');
    const isSaid = ([said]: (typeof facts)[number]) => new RegExp(said.replace('#', NUMBER), 'i').test(all);
    expect(facts.filter((fact) => !isSaid(fact)).map(([said]) => said)).toEqual([]);
  });

  it.each(facts)('“%s” with another figure than %d is a contradiction', (said, figure) => {
    expect(wrongFigures(`It has ${said.replace('#', String(figure))} here.`)).toEqual([]);
    expect(wrongFigures(`It has ${said.replace('#', String(figure + 1))} here.`)).toHaveLength(1);
  });

  it.each(counts)('“%s” with 1,000 more than %d is a contradiction', (said, figure) => {
    expect(wrongFigures(`It has ${said.replace('#', String(figure))}.`)).toEqual([]);
    expect(wrongFigures(`It has ${said.replace('#', (figure + 1_000).toLocaleString('en'))}.`)).toHaveLength(1);
  });

  it('are read as digits and as words', () => {
    expect(wrongFigures('for three brands, and 1,002 brands')).toHaveLength(2);
    expect(wrongFigures('for two brands, in brands')).toEqual([]);
  });
});

const SECONDS: Readonly<Record<string, number>> = { minute: 60, hour: 3_600, day: 86_400 };
const limits = new Map(
  [
    ...read('src/server/core/http/limits.ts').matchAll(
      /^ {2}'?([\w-]+)'?: \{ points: ([\d_]+), duration: (?:(\d+) \* )?(MINUTE|HOUR|DAY) \}/gm,
    ),
  ].map(([, rule = '', points = '', count = '1', unit = '']): [rule: string, said: string] => [
    rule,
    `${Number(points.replaceAll('_', ''))} in ${Number(count) * (SECONDS[unit.toLowerCase()] ?? 0)} s`,
  ]),
);

/** Limits that a page names by their rule: `upload` 60 in an hour. */
const LIMIT = new RegExp(
  `\`(?:LIMITS=)?([a-z][\\w-]+)(?:=…)?\` [^\`.;]{0,40}?\\(?(${NUMBER}) in (an?|${NUMBER}) (minute|hour|day)s?\\b`,
  'g',
);
const saidLimits = (text: string) =>
  [...prose(text).matchAll(LIMIT)].map(([, rule = '', points = '', count = '', unit = '']) => ({
    rule,
    said: `${numberOf(points)} in ${(/^an?$/.test(count) ? 1 : numberOf(count)) * (SECONDS[unit] ?? 0)} s`,
  }));
const wrongLimits = (text: string) =>
  saidLimits(text).flatMap(({ rule, said }) =>
    limits.get(rule) === said ? [] : [`${rule}: ${said}, in the code ${limits.get(rule)}`],
  );

describe('limits of requests', () => {
  it('are in the docs as they are in the code', () => {
    expect(limits.size).toBeGreaterThan(35);
    expect(docs.flatMap((file) => saidLimits(read(file))).length).toBeGreaterThan(10);
    expect(docs.flatMap((file) => wrongLimits(read(file)))).toEqual([]);
  });

  it('that differ from the code are contradictions', () => {
    expect(wrongLimits('`upload` 60 in an hour, `login-account` 10 in 15 minutes')).toEqual([]);
    const wrong = '`upload` 61 in an hour, `login-account` 10 in 5 minutes, `uploads` 60 in an hour';
    expect(wrongLimits(wrong)).toHaveLength(3);
  });
});

/** The defaults that `src/server/config.ts` writes out. */
const defaults = new Map(
  [
    ...read('src/server/config.ts').matchAll(
      /^ {2}([A-Z][A-Z0-9_]+): .*?(?:default|Milliseconds)\((?:'([^']*)'|([\d_]+)|serviceLimits\.(\w+)\.silenceMs)\)/gm,
    ),
  ].map(([, name = '', text, figure, service]): [name: string, value: string] => [
    name,
    text ?? String(figure?.replaceAll('_', '') ?? serviceLimits[service as keyof typeof serviceLimits].silenceMs),
  ]),
);
const UNITS: Readonly<Record<string, number>> = { s: 1_000, second: 1_000, seconds: 1_000, ms: 1 };

/** “`HSTS_DAYS` (730 unless set)”, “`UPSTREAM_PART_MS` (two seconds)”. */
const IN_BRACKETS = new RegExp(
  `\`([A-Z][A-Z0-9_]+)\`[^\`.|(]{0,90}\\((${NUMBER})(?: (ms|s|seconds?))?(?: unless set)?\\)`,
  'g',
);
/** “60 in a minute unless `INVITATIONS_PER_MINUTE`”. */
const UNLESS = new RegExp(`\\b(${NUMBER})(?: (ms|s|seconds?))?(?: [a-z]+){0,3} unless \`([A-Z][A-Z0-9_]+)\``, 'g');
function wrongDefaults(text: string): string[] {
  const line = prose(text);
  const said = [...line.matchAll(IN_BRACKETS)].map(([, name = '', number = '', unit = '']) => ({ name, number, unit }));
  const unless = [...line.matchAll(UNLESS)].map(([, number = '', unit = '', name = '']) => ({ name, number, unit }));
  return [...said, ...unless].flatMap(({ name, number, unit }) => {
    const figure = String(numberOf(number) * (name.endsWith('_MS') ? (UNITS[unit] ?? 1) : 1));
    const own = defaults.get(name);
    return own === undefined || own === figure ? [] : [`${name} is ${number} ${unit}, in the code ${own}`];
  });
}

describe('defaults of settings', () => {
  it('are in the docs as they are in the code', () => {
    expect(defaults.size).toBeGreaterThan(20);
    expect(docs.flatMap((file) => wrongDefaults(read(file)).map((wrong) => `${file}: ${wrong}`))).toEqual([]);
  });

  it('that differ from the code are contradictions', () => {
    const pages = (limit: string, rate: string) =>
      `\`DATABASE_TIMEOUT_MS\`**: the longest time (${limit}). ${rate} in a minute unless \`INVITATIONS_PER_MINUTE\``;
    expect(wrongDefaults(pages('10 s', '60'))).toEqual([]);
    expect(wrongDefaults(pages('9 s', '50'))).toHaveLength(2);
  });
});

const code = [
  ...filesBelow('src', 'scripts', 'tests', 'deploy', '.ci').filter(
    (file) => /\.(ts|tsx|astro|mjs|css|ya?ml|conf|example)$|\/\w+$/.test(file) && !file.endsWith('/docs-facts.test.ts'),
  ),
  'package.json',
];
const constants = new Set([...settingNames, ...code.flatMap((file) => read(file).match(/[A-Z][A-Z0-9_]+/g) ?? [])]);
const adminScripts = filesBelow('scripts').filter((file) => /\/admin[\w-]*\.ts$/.test(file));
const adminCommands = new Set([
  ...adminScripts.flatMap((file) =>
    [...read(file).matchAll(/(?:\.command|ofAccount)\(\s*'([a-z-]+)'/g)].map(([, name = '']) => name),
  ),
  ...['help', 'criar-gestora', 'criar-admin'],
]);
const wordsOf = (file: string, list: RegExp) =>
  new Set([...(list.exec(read(file))?.[1] ?? '').matchAll(/'([\w-]+)'/g)].map(([, word = '']) => word));
const checks = wordsOf('scripts/check.ts', /GROUPS = \[([^\]]*)\]/);
const benchParts = new Set(
  [...read('tests/bench/parts.ts').matchAll(/^ +'?([a-z-]+)'?: async/gm)].map(([, part = '']) => part),
);

/** Settings, scripts, commands and parts that a page names and the repository does not have. */
function unknownNames(text: string): string[] {
  const line = flat(text);
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, each = '']) => each).join('\n');
  const every = (within: string, pattern: RegExp, isKnown: (name: string) => boolean) =>
    [...within.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !isKnown(name));
  return [
    ...every(quoted, /(?<![\w-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?!_?[\w…-])/g, (name) => constants.has(name)),
    ...every(quoted, /(?<![\w-])([A-Z][A-Z0-9]{2,})=/g, (name) => constants.has(name)),
    ...every(line, /\bnpm run (?:--?[a-z]+ )*([a-z][\w:-]*)/g, (name) => Object.hasOwn(scripts, name)),
    ...every(line, /(?:npm run admin --|portal admin) ([a-z][\w-]+)/g, (name) => adminCommands.has(name)),
    ...every(line, /npm run (?:-s |--silent )?check (?!-)([a-z]+)/g, (name) => checks.has(name)),
    ...every(line, /npm run bench -- [^`|]*?--only ([a-z][\w,-]*)/g, (names) =>
      names.split(',').every((name) => benchParts.has(name)),
    ),
  ];
}

describe('names of settings, scripts and commands', () => {
  it('in the docs are those of the repository', () => {
    expect(docs.flatMap((file) => unknownNames(read(file)).map((name) => `${file}: ${name}`))).toEqual([]);
  });

  it.each([
    '`HSTS_DAY=3`',
    '`DEMOS=on`',
    '`npm run benches`',
    '`npm run admin -- nova-chave`',
    '`npm run check typos`',
    '`npm run bench -- --quick --only rates,rate`',
  ])('that the repository does not have are contradictions: %s', (text) => {
    expect(unknownNames(text)).toHaveLength(1);
  });
});

it('the README has the password of the demo and the default port', () => {
  const said = read('README.md');
  expect([...said.matchAll(/password `([^`]+)`/g)].map(([, password]) => password)).toEqual([demoPassword]);
  const ports = [...said.matchAll(/http:\/\/[\w.]+:(\d+)/g)].map(([, port]) => port);
  expect([...new Set(ports)]).toEqual([defaults.get('PORT')]);
});
