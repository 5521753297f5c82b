import { nameKey } from '#lib/format/text.ts';
import type { Db } from '../../core/db/connection.ts';
import { byUnitName, unitCity } from '../../core/db/units.ts';
import { Complaint } from './complaint.ts';

/** The unit of a command, by its name or a former one. @throws Complaint for an unknown unit */
export async function unitNamed(db: Db, name: string) {
  const rows = await db
    .selectFrom('companies')
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['companies.id', 'companies.escola_id', 'companies.nome', 'companies.nomes_antes'])
    .select([
      'companies.encerrada_em',
      'companies.razao_social',
      'companies.cnpj',
      unitCity.as('cidade'),
      'schools.marca',
    ])
    .orderBy('companies.id', 'desc')
    .execute();
  const unit = byUnitName(rows).get(nameKey(name));
  if (!unit) throw new Complaint(`A unidade “${name}” não existe.`);
  return unit;
}
