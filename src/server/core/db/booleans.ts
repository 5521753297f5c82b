import {
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type PrimitiveValueListNode,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
  type ValueNode,
} from 'kysely';
import { tables } from '../../tables.ts';
import type { Table } from './table.ts';

/** The columns that hold 0 or 1 and are read as booleans. The name alone decides. */
const booleanColumns: ReadonlySet<string> = new Set(
  Object.values<Table>(tables).flatMap(({ columns }) =>
    Object.entries(columns).flatMap(([name, { facts }]) => (facts.isFlag ? [name] : [])),
  ),
);

class BooleanValues extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    const copy = super.transformValue(node);
    return typeof copy.value === 'boolean' ? { ...copy, value: copy.value ? 1 : 0 } : copy;
  }
  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    const copy = super.transformPrimitiveValueList(node);
    if (!copy.values.some((value) => typeof value === 'boolean')) return copy;
    return { ...copy, values: copy.values.map((value) => (typeof value === 'boolean' ? Number(value) : value)) };
  }
}

/** Stores booleans as 0 and 1 in both engines: SQLite has no boolean, and the code need not care. */
export class BooleanColumns implements KyselyPlugin {
  readonly #values = new BooleanValues();

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return this.#values.transformNode(node);
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    readBooleans(result.rows);
    return result;
  }
}

/** Converts the boolean columns of a result. All rows have the columns of the first row. */
export function readBooleans(rows: readonly UnknownRow[]): void {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).filter((name) => booleanColumns.has(name));
  for (const row of columns.length > 0 ? rows : []) {
    for (const column of columns) if (typeof row[column] === 'number') row[column] = row[column] === 1;
  }
}
