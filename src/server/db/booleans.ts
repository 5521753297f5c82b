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

/**
 * Every column that holds 0 or 1 and is read as a boolean. The name alone decides, so use these names only for
 * booleans.
 */
const booleanColumns: ReadonlySet<string> = new Set([
  'venda_direta_allow',
  'is_club',
  'pwa_installed',
  'email_verified',
  'is_blocked',
  'is_demo',
  'is_without_class',
  'somente_digital',
  'exige_teste_nivel',
  'ativo',
  'enabled',
  'is_access_code',
  'aceita_envio',
  'vale_pontos',
  'dispensada',
  'is_right',
  'ouvido',
  'is_pwa',
  'respect_quiet_hours',
  'by_mail',
  'obrigatorio',
  'exige_responsavel',
  'publicada',
  'is_companion',
  'is_by_school',
  'old_verified',
  'with_password',
  'undone_by_school',
  'closed_with_demo',
  'own_data_only',
  'sem_encargos',
  'bloqueou',
  'atraso',
  'is_holiday',
]);

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

/** Makes booleans of the columns of a result that hold them. All its rows have the columns of the first one. */
export function readBooleans(rows: readonly UnknownRow[]): void {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).filter((name) => booleanColumns.has(name));
  for (const row of columns.length > 0 ? rows : []) {
    for (const column of columns) if (typeof row[column] === 'number') row[column] = row[column] === 1;
  }
}
