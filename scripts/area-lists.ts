import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { command } from './usage.ts';

const HEAD = '// Written by `npm run lists` from the folders of the areas.';
export const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The export of a file of an area is named by folder and file: `books/staff-operations.ts` has `booksStaffOperations`. */
const partsOf = (files: string) =>
  globSync(`{*,*/*}/${files}.ts`, { cwd: 'src/server' })
    .map((file) => ({ file, folder: basename(dirname(file)), kind: basename(file, '.ts') }))
    .map(({ file, folder, kind }) => ({ file, area: camelCase(folder), name: camelCase(`${folder}-${kind}`) }))
    .toSorted((a, b) => (a.area + a.file < b.area + b.file ? -1 : 1));
type Parts = ReturnType<typeof partsOf>;

const importsOf = (parts: Parts, types: string) =>
  [`import type { ${types}`, ...parts.map(({ file, name }) => `import { ${name} } from './${file}`)]
    .map((line) => `${line}';`)
    .toSorted((a, b) => ((a.split("'")[1] ?? '') < (b.split("'")[1] ?? '') ? -1 : 1));
const spreads = (parts: Parts) => parts.map(({ name }) => `...${name}`);

function tables(): string[] {
  const [now, former] = [partsOf('tables'), partsOf('former-tables')];
  return [
    ...importsOf([...now, ...former], "RowsOf, SearchIndex } from './core/db/table.ts"),
    '\n/** Every table of the embedded school. */\nexport const tables = {',
    ...spreads(now).map((each) => `  ${each},`),
    '};\n\n/** What stands no more, by the table that had it: the baseline makes it, and a step drops it. */',
    `export const formerTables = { ${spreads(former).join(', ')} };`,
    '\n/** What queries know of every table. */\nexport interface Schema extends RowsOf<typeof tables>, SearchIndex {}',
  ];
}

function operations(): string[] {
  const parts = partsOf('{*-,}operations');
  return [
    ...importsOf(parts, "EveryCall, Operations } from './core/http/operation.ts"),
    '\n/** The operations of every area. Pages know their types alone. */\nexport const operations = {',
    ...[...Map.groupBy(parts, ({ area }) => area)].map(([area, own]) =>
      own.length === 1 ? `  ${area}: ${own[0]?.name},` : `  ${area}: { ${spreads(own).join(', ')} },`,
    ),
    '} satisfies Operations & EveryCall;',
  ];
}

/** @returns the text of each list, by its file */
export const areaLists = (): [file: string, text: string][] =>
  Object.entries({ tables, operations }).map(([name, lines]) => [
    `src/server/${name}.ts`,
    `${[HEAD, ...lines()].join('\n')}\n`,
  ]);

/** Writes the lists that differ from the folders. */
export function writeAreaLists(): void {
  for (const [file, text] of areaLists()) if (readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

if (import.meta.main) {
  command('lists', 'Writes the lists of all areas from their folders, and by a test who may ask what.').parse();
  writeAreaLists();
  const test = ['run', '--project', 'unit', 'tests/unit/server/operations.test.ts', '-t', 'by name', '-u'];
  const { status } = spawnSync(resolve('node_modules/.bin/vitest'), test, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
