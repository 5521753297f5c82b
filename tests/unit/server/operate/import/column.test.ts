import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SYNC_TABLES } from '../../../../../src/lib/rules/sync/tables.ts';
import type { Table } from '../../../../../src/server/core/db/table.ts';
import { kinds } from '../../../../../src/server/operate/import/kinds.ts';
import { tables } from '../../../../../src/server/tables.ts';

const described: Readonly<Record<string, Table | undefined>> = tables;

/** A row of the table in the documentation: required columns, then optional ones. */
function documented(name: (typeof SYNC_TABLES)[number]): string {
  const columns = Object.entries(kinds[name].columns);
  const [needed, others] = [true, false].map((isRequired) =>
    columns.flatMap(([column, described]) => (described.isRequired === isRequired ? [`\`${column}\``] : [])).join(' '),
  );
  return `| \`${name}\` | ${needed} (${others}) |`;
}

describe('columns of importable tables', () => {
  it('the documentation lists the columns of each table', () => {
    const lines = readFileSync('docs/operations/first-school.md', 'utf8').split('\n');
    const from = lines.indexOf(documented('unidades'));
    expect(lines.slice(from, from + SYNC_TABLES.length)).toEqual(SYNC_TABLES.map(documented));
  });

  const texts = SYNC_TABLES.flatMap((name) =>
    Object.entries(kinds[name].columns).flatMap(([column, { stored, read }]) => {
      const [table = '', at = ''] = stored?.split('.') ?? [];
      const length = /^varchar\((\d+)\)$/.exec(described[table]?.columns[at]?.facts.type ?? '')?.[1];
      return length === undefined ? [] : [{ name, column, read, length: Number(length) }];
    }),
  );

  it.each(texts)('$name, $column: a text longer than its column is refused', ({ read, length }) => {
    expect(read.safeParse('A'.repeat(length + 1)).success).toBe(false);
  });
});
