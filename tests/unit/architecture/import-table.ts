import { type Layer, layers, outsideBrowser } from './rules.ts';

export const TABLE_FILE = 'docs/architecture.md';
const BEGIN = '<!-- import table: node scripts/import-table.ts -->';
const END = '<!-- end of the import table -->';

/** The table of allowed imports in Markdown, made from the rules. */
export function importTable(): string {
  const head = '| layer | files | may import | types only | packages |\n|---|---|---|---|---|';
  const rows = Object.entries(layers).map(([name, layer]) => {
    const cells = [`\`${name}\``, filesOf(layer), listed(layer.imports), listed(layer.types), packagesOf(name, layer)];
    return `| ${cells.join(' | ')} |`;
  });
  return [head, ...rows].join('\n');
}

/** @returns the text with the table between its two marks */
export function withImportTable(text: string): string {
  const [before, rest = ''] = text.split(BEGIN);
  const after = rest.split(END)[1];
  if (after === undefined) throw new Error(`${TABLE_FILE} has lost the marks of the import table`);
  return `${before}${BEGIN}\n\n${importTable()}\n\n${END}${after}`;
}

const listed = (names: readonly string[] | undefined) => (names?.length ? names.join(', ') : '–');

/** The pattern as a path: `^src\/lib\/(rules\/|[^/]+\.ts$)` → `src/lib/{rules/,*.ts}`. */
function filesOf({ files }: Layer): string {
  const path = files.source
    .replaceAll('\\/', '/')
    .replaceAll('\\.', '.')
    .replaceAll('[^/]+', '*')
    .replace(/[\^$]/g, '')
    .replace(/\(([^)]*)\)/g, (_, options: string) => `{${options.replaceAll('|', ',')}}`);
  return `\`${path}\``;
}

function packagesOf(name: string, { packages }: Layer): string {
  if (packages) return listed(packages);
  return outsideBrowser.has(name) ? 'any' : 'for browsers';
}
