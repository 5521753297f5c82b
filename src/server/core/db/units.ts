import { type SelectQueryBuilder, sql } from 'kysely';
import { nameKey } from '#lib/format/text.ts';
import type { Schema } from '../../tables.ts';
import type { Db } from './connection.ts';

type OfUnits<DB, TB extends keyof DB, Row> = 'companies' extends TB ? SelectQueryBuilder<DB, TB, Row> : never;

/** Narrows a query with the table `companies` to units that are not closed: they take new people, contacts and classes. */
export const openUnits = <DB, TB extends keyof DB, Row>(query: OfUnits<DB, TB, Row>): OfUnits<DB, TB, Row> =>
  (query as unknown as SelectQueryBuilder<Schema, 'companies', Row>).where(
    'companies.encerrada_em',
    'is',
    null,
  ) as unknown as OfUnits<DB, TB, Row>;

/** A unit as an option of a select: forms offer open units only, filters all of them. */
export const choiceOf = ({ id, nome, encerrada_em }: { id: number; nome: string; encerrada_em: string | null }) => ({
  id,
  nome,
  encerrada: encerrada_em !== null,
});

/** The name of a unit, if the unit is closed. */
export async function closedName(db: Db, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('companies')
    .select('nome')
    .where('id', '=', id)
    .where('encerrada_em', 'is not', null)
    .executeTakeFirst();
  return row?.nome;
}

interface Named {
  nome: string;
  nomes_antes: string | null;
}

/** The former names of a unit. */
export const formerNames = ({ nomes_antes }: Pick<Named, 'nomes_antes'>): string[] =>
  nomes_antes === null ? [] : (JSON.parse(nomes_antes) as string[]);

/** Units by the key of their names. A former name counts if no unit has it today. */
export function byUnitName<Unit extends Named>(units: readonly Unit[]): Map<string, Unit> {
  const former = units.flatMap((unit) => formerNames(unit).map((name): [string, Unit] => [nameKey(name), unit]));
  return new Map([...former, ...units.map((unit): [string, Unit] => [nameKey(unit.nome), unit])]);
}

/** City and state of a unit, otherwise of its school. The query joins `companies` and `schools`. */
export const unitCity = sql<string>`coalesce(companies.cidade, schools.cidade)`;
export const unitState = sql<string>`coalesce(companies.uf, schools.uf)`;
