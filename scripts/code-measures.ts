import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { allEndpoints, allOperations } from '../src/server/app.ts';
import { codeLines, linesOfFile } from '../tests/unit/architecture/measures.ts';
import { filesBelow, importsOf, isSource } from '../tests/unit/architecture/sources.ts';
import { readRecipe } from './recipe.ts';

/** A figure of the code, and its target. */
export interface Measure {
  name: string;
  value: string;
  aim: string;
}

/** Data: texts of lessons and of the level test, and the demo school. */
const DATA = /^src\/(content\/(lessons|level-test)|server\/operate\/seed)\//;
/** Files that change the schema: descriptions of tables, earlier migrations. */
const SCHEMA = /^(M\tsrc\/server\/.+\/tables\.ts$|A\tsrc\/server\/(.+\/tables\.ts$|db\/migrations\/\d{4}-))/;
/** The number of schema-changing commits in the median. */
const COMMITS = 20;
const SHORT = 40;

/**
 * The files that exactly one other file imports, statically, dynamically or as a type.
 *
 * @param imports pairs of files; packages left out
 */
export function filesWithOneImporter(
  files: readonly string[],
  imports: readonly { from: string; to: string }[],
): string[] {
  const importers = Map.groupBy(imports, ({ to }) => to);
  return files.filter((file) => new Set(importers.get(file)?.map(({ from }) => from)).size === 1);
}

/**
 * How many files each commit that changes the schema touches, the newest commit first.
 *
 * @param log of `git log --name-status`, with a NUL before each commit
 */
export const filesOfMigrationCommits = (log: string): number[] =>
  log
    .split('\0')
    .map((commit) => commit.split('\n').filter((line) => /^[A-Z]\d*\t/.test(line)))
    .filter((files) => files.some((line) => SCHEMA.test(line)))
    .map((files) => files.length);

/** The median; null of no values. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

/** Lines of a Markdown table with aligned columns. */
export function asTable(measures: readonly Measure[]): string {
  const rows = [['measure', 'value', 'aim'], ...measures.map(({ name, value, aim }) => [name, value, aim])];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  return `${lines.join('\n')}\n`;
}

/** The figures of the project in this folder. */
export function codeMeasures(): Measure[] {
  return [...ofAnArea(), ...ofTheSource(), ofMigrations()];
}

/** The size of a small area by the recipe in the docs, which `npm run check recipe` follows. */
function ofAnArea(): Measure[] {
  const { files, additions } = readRecipe(readFileSync('docs/new-area.md', 'utf8'));
  const edited = new Set(additions.map(({ file }) => file));
  const code = [...files].filter(([file]) => file.startsWith('src/')).map(([, text]) => text);
  const field = code.map((text) => /(\w+): text\(\d+\)\.nullable/.exec(text)?.[1]).find(Boolean);
  return [
    {
      name: 'files of a small area with a list and a form, by the recipe',
      value: `${files.size + edited.size} (${files.size} new, ${edited.size} edited)`,
      aim: '≤ 8',
    },
    {
      name: 'central lists that a new area signs: files that the recipe edits',
      value: figure(edited.size),
      aim: '≤ 2',
    },
    {
      name: `files that name a stored field of its form, without tests: ${field}`,
      value: figure(code.filter((text) => new RegExp(`\\b${field}\\b`).test(text)).length),
      aim: '≤ 3',
    },
  ];
}

function ofTheSource(): Measure[] {
  const all = filesBelow('src');
  const code = all.filter(isSource);
  const lines = linesIn(code.filter((file) => !DATA.test(file)));
  const modules = code.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
  const imports = code.flatMap((file) => importsOf(file)).filter(({ isPackage }) => !isPackage);
  const single = filesWithOneImporter(modules, imports);
  const short = single.filter((file) => linesOfFile(file) <= SHORT);
  const sheets = all.filter((file) => file.endsWith('.css'));
  return [
    { name: 'lines of code in src, without data', value: figure(lines), aim: '≤ 106,000; with the panel ≤ 98,000' },
    { name: 'code files in src', value: figure(code.length), aim: '≤ 1,500; with the panel ≤ 1,300' },
    { name: 'ts and tsx files with one importer', value: share(single.length, modules.length), aim: '' },
    { name: `of these, with at most ${SHORT} lines`, value: figure(short.length), aim: '' },
    { name: 'folders on the widest floor of src/server', value: figure(maxFolders('src/server')), aim: '≤ 10' },
    {
      name: 'addresses reachable from outside',
      value: figure(allEndpoints().length + allOperations().filter(({ isForIslands }) => isForIslands).length),
      aim: 'only those that somebody sends',
    },
    { name: 'lines of CSS', value: figure(linesIn(sheets)), aim: '≤ 3,000' },
  ];
}

function ofMigrations(): Measure {
  const counts = filesOfMigrationCommits(history()).slice(0, COMMITS);
  const value = median(counts);
  return {
    name: `median files of the last ${COMMITS} commits that change the schema`,
    value: value === null ? 'no history' : figure(value),
    aim: '≤ 12',
  };
}

const history = () =>
  execFileSync('git', ['log', '--no-merges', '--name-status', '--format=%x00'], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });

/** The maximum number of subfolders of a folder, in this one or any below it. */
function maxFolders(root: string): number {
  const folders = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
  const floors = Map.groupBy(folders, ({ parentPath }) => parentPath);
  return Math.max(0, ...[...floors.values()].map(({ length }) => length));
}

const linesIn = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + codeLines(readFileSync(file, 'utf8')).length, 0);

const figure = (value: number) => value.toLocaleString('en');
const share = (part: number, whole: number) =>
  `${Math.round((100 * part) / whole)} % (${figure(part)} of ${figure(whole)})`;
