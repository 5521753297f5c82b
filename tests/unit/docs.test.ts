import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, matchesGlob, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow } from './architecture/sources.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const all = filesBelow('docs', 'src', 'tests', 'scripts');
const docs = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...all.filter((file) => /^docs\/.*\.md$/.test(file))];
const INDEX = 'docs/decisions/README.md';
const decisions = all.filter((file) => /^docs\/decisions\/.*\.md$/.test(file) && file !== INDEX);
const code = all.filter((file) => /\.(ts|tsx|astro|css|mjs)$/.test(file));
const numberOf = (file: string) => /^(\d{4})-[a-z0-9-]+\.md$/.exec(basename(file))?.[1] ?? '';
const numbers = new Set(decisions.map(numberOf));

interface Link {
  from: string;
  label: string;
  target: string;
}

const links: Link[] = docs.flatMap((from) =>
  [...withoutCode(read(from)).matchAll(/\[([^\]]*)\]\(([^)\s]+)\)/g)]
    .map(([, label = '', target = '']) => ({ from, label, target }))
    .filter(({ target }) => !/^[a-z]+:/.test(target)),
);
const asLine = ({ from, label, target }: Link) => `${from}: [${label}](${target})`;
const fileOf = ({ from, target }: Link) => {
  const path = target.replace(/#.*$/, '');
  return path === '' ? from : normalize(join(dirname(from), path));
};

/** The anchor that a Markdown reader gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
}

it('each link in the docs points to an existing file and heading', () => {
  expect(links.length).toBeGreaterThan(50);
  const broken = links.filter((link) => {
    if (!existsSync(fileOf(link))) return true;
    const anchor = /#(.+)$/.exec(link.target)?.[1];
    return anchor !== undefined && !anchorsOf(fileOf(link)).includes(anchor);
  });
  expect(broken.map(asLine)).toEqual([]);
});

/** A path in a text, with globs, choices in braces and `<area>` for any. */
const PATH = /(?<![\w./#-])(?:docs|src|tests|scripts)\/(?:[\w./*{},<>…-]|\[[\w.]+\])*[\w}*>]/g;
/** Examples of the recipe, which `npm run check recipe` follows. */
const isExample = (file: string) => file === 'docs/new-area.md';

function exists(path: string): boolean {
  const choices = /\{([^{}]*)\}/.exec(path);
  if (choices) return (choices[1] ?? '').split(',').every((choice) => exists(path.replace(choices[0], choice)));
  if (!/[*<…]/.test(path)) return existsSync(path);
  const glob = path.replace(/<\w+>|…/g, '*');
  return all.some((file) => matchesGlob(file, glob) || matchesGlob(file, `${glob}/**`));
}

it('each file and folder named in docs and comments exists', () => {
  const commentsOf = (text: string) =>
    [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm)].map(([comment]) => comment);
  const texts = [
    ...[...docs, '.env.example'].filter((file) => !isExample(file)).map((file) => ({ file, text: read(file) })),
    ...code.map((file) => ({ file, text: commentsOf(read(file)).join('\n') })),
  ];
  const named = texts.flatMap(({ file, text }) => [...text.matchAll(PATH)].map(([path]) => ({ file, path })));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ path }) => !exists(path)).map(({ file, path }) => `${file}: ${path}`)).toEqual([]);
});

/** A file in backticks without its folder, by the end of its path or by its ending alone. */
const BARE = /`((?:[\w.-]+\/)*(?:[\w.-]|\[[\w.]+\])*\w\.(?:ts|tsx|astro|css|mjs))`/g;

it('each file named in docs without its folder exists', () => {
  const named = docs
    .filter((file) => !isExample(file))
    .flatMap((file) => [...read(file).matchAll(BARE)].map(([, name = '']) => ({ file, name })));
  expect(named.length).toBeGreaterThan(100);
  const isThere = (name: string) =>
    existsSync(name) || all.some((file) => file.endsWith(name.startsWith('.') ? name : `/${name}`));
  expect(named.filter(({ name }) => !isThere(name)).map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

const titleOf = (file: string) => /^# \d{4}: (.+)$/m.exec(read(file))?.[1] ?? '';
const kebab = (title: string) =>
  title
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}'’`]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

it('each decision has a unique number, and its file is named after its heading', () => {
  expect(decisions.map(numberOf).filter((number, index, list) => !number || list.indexOf(number) !== index)).toEqual(
    [],
  );
  expect(decisions.filter((file) => !read(file).startsWith(`# ${numberOf(file)}: `))).toEqual([]);
  expect(decisions.filter((file) => basename(file) !== `${numberOf(file)}-${kebab(titleOf(file))}.md`)).toEqual([]);
});

const MAX_DECISIONS = 60;
const MAX_DECISION_WORDS = 460;

it('the number and the length of decisions are limited', () => {
  expect(decisions.length).toBeLessThanOrEqual(MAX_DECISIONS);
  const long = decisions.filter((file) => read(file).trim().split(/\s+/).length > MAX_DECISION_WORDS);
  expect(long).toEqual([]);
});

it('the index lists each decision once, by number and title', () => {
  const listed = read(INDEX)
    .split('\n')
    .filter((line) => /^[-*|\d]/.test(line));
  const records = decisions.map((file) => `- [${numberOf(file)}](${basename(file)}): ${titleOf(file)}`);
  expect(listed.toSorted()).toEqual(records.toSorted());
});

it('a link labelled with a number points to that decision', () => {
  const wrong = links.filter(({ label, target }) => {
    const number = numberOf(target.replace(/#.*$/, ''));
    return /^\d{4}$/.test(label) ? label !== number : false;
  });
  expect(wrong.map(asLine)).toEqual([]);
});

it('each decision named by number in docs and comments exists', () => {
  const named = [...docs, ...code].flatMap((file) =>
    [...read(file).matchAll(/\((?:[^()\n]*, )?(0\d{3})\)|\b[Dd]ecision (0\d{3})\b/g)].map(([, one, two]) => ({
      file,
      number: one ?? two ?? '',
    })),
  );
  expect(named.filter(({ number }) => !numbers.has(number)).map(({ file, number }) => `${file}: ${number}`)).toEqual(
    [],
  );
});

it('no decision replaces or changes another: a reversal is written into the same record', () => {
  const chained =
    /\b(?:Replace[sd]|Reverse[sd]|Change[sd]|Continue[sd]|Extends|Adds to)(?: the \w+ of| by| to)? \[\d{4}\]/;
  expect(decisions.filter((file) => chained.test(read(file)))).toEqual([]);
});

it('docs do not use “whoever”', () => {
  const found = docs.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (/\bwho(m)?ever\b/i.test(line) ? [`${file}:${index + 1}`] : [])),
  );
  expect(found).toEqual([]);
});

it('no table cell in the docs has more than forty words', () => {
  const long = docs.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .flatMap((line) => line.split(' | '))
      .filter((cell) => cell.trim().split(/\s+/).length > 40)
      .map((cell) => `${file}: ${cell.slice(0, 60)}…`),
  );
  expect(long).toEqual([]);
});

const PICTURES = 'docs/pictures';
const MAX_PICTURE = 120_000;
/** An alternative text with fewer letters hardly describes a picture. */
const MIN_ALT = 40;

it('the README shows each picture of the docs with a description, and each is small', () => {
  const shown = [...read('README.md').matchAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g)].map(([, alt = '', file = '']) => ({
    alt,
    file,
  }));
  expect(shown.map(({ file }) => file).toSorted()).toEqual(
    readdirSync(PICTURES)
      .map((name) => `${PICTURES}/${name}`)
      .toSorted(),
  );
  expect(shown.filter(({ alt }) => alt.length < MIN_ALT)).toEqual([]);
  expect(shown.filter(({ file }) => statSync(file).size > MAX_PICTURE)).toEqual([]);
});

it('the README lists exactly the logins of the demo school', () => {
  const loginsIn = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, login = '']) => login).toSorted();
  const listed = loginsIn(read('README.md'), /^\| (\S+@demo\.example) \|/gm);
  const seeded = loginsIn(read('src/server/operate/seed/people.ts'), /(?:login|email): '(\S+@demo\.example)'/g);
  expect(listed).toEqual([...new Set(seeded)]);
});
