import type { OnErasure } from '../../core/db/columns.ts';
import { inOrderOfReferences } from '../../core/db/ddl.ts';
import { own, type Person, type Rows } from '../../core/db/person.ts';
import type { Personal, Table } from '../../core/db/table.ts';
import { tables } from '../../tables.ts';

export type Row = Record<string, unknown>;

/** How one table names people, its part in an export, and how an erasure treats its rows. */
export interface PersonalTable extends Pick<Personal, 'rows' | 'alsoErased' | 'file' | 'because'> {
  table: string;
  /** The exported columns, or the reason why the table is not exported. */
  exported: readonly string[] | string;
  /** `delete`, or the changes of rows that stay. */
  erasure: 'delete' | ((person: Person) => Row);
}

/** Rows that others wrote about a person: they are not exported, and an erasure anonymizes them. */
interface OthersTable {
  table: string;
  rows: Rows;
  values: (person: Person) => Row;
}

const described = Object.entries<Table>(tables);

/** Every table that names people, in the order of an erasure: dependent rows before their row. */
export const personalTables: readonly PersonalTable[] = inOrderOfReferences(tables)
  .toReversed()
  .flatMap((table) => {
    const { privacy, columns } = (tables as Record<string, Table>)[table] as Table;
    if (privacy.impersonal !== undefined) return [];
    const { rows, alsoErased, file, because, notExported, erasure } = privacy;
    const all = Object.entries(columns);
    const exported = notExported ?? all.filter(([, { facts }]) => !facts.isSecret).map(([name]) => name);
    return [
      {
        ...{ table, rows, alsoErased, file, because, exported },
        erasure:
          erasure === 'delete'
            ? erasure
            : valuesOf(Object.fromEntries(all.map(([name, { facts }]) => [name, facts.onErasure ?? 'retained']))),
      },
    ];
  });

/** Rows that others wrote about a person, and columns with the acting user. */
export const writtenByOthers: readonly OthersTable[] = described.flatMap(([table, { privacy, columns }]) => [
  ...(privacy.impersonal === undefined && privacy.others
    ? [{ table, rows: privacy.others.rows, values: valuesOf(privacy.others.columns) }]
    : []),
  ...Object.entries(columns)
    .filter(([, { facts }]) => facts.isActor)
    .map(([column]) => ({ table, rows: own(column), values: () => ({ [column]: null }) })),
]);

function valuesOf(values: Readonly<Record<string, OnErasure>>) {
  return (person: Person): Row =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, onErasure]) =>
        onErasure === 'retained' ? [] : [[name, onErasure(person)]],
      ),
    );
}
