import { plural } from '#lib/format/money.ts';
import { ADMIN_ACTION_ID, MANAGER_ACTION_ID } from '#lib/rules/people/roles.ts';
import type { Db } from '../../core/db/connection.ts';
import { unitCity, unitState } from '../../core/db/units.ts';

/** The schools with their units and how many people each has, as lines for the operator. */
export async function printSchools(db: Db): Promise<string[]> {
  const [schools, units, people, managers] = await Promise.all([
    db.selectFrom('schools').select(['id', 'nome', 'marca', 'is_demo']).orderBy('id').execute(),
    db
      .selectFrom('companies')
      .innerJoin('schools', 'schools.id', 'companies.escola_id')
      .select(['companies.id', 'companies.escola_id', 'companies.nome', 'companies.encerrada_em'])
      .select([unitCity.as('cidade'), unitState.as('uf')])
      .orderBy('companies.id')
      .execute(),
    db
      .selectFrom('drive_users')
      .select(['company_id', 'papel', ({ fn }) => fn.countAll<number | string>().as('many')])
      .where('encerrado_em', 'is', null)
      .groupBy(['company_id', 'papel'])
      .execute(),
    db
      .selectFrom('user_actions')
      .innerJoin('users', 'users.id', 'user_actions.user_id')
      .select('users.school_id')
      .distinct()
      .where('user_actions.action_id', 'in', [ADMIN_ACTION_ID, MANAGER_ACTION_ID])
      .where('users.is_blocked', '=', false)
      .execute(),
  ]);
  const countIn = (unit: number, isCounted: (papel: string) => boolean) =>
    people
      .filter(({ company_id, papel }) => company_id === unit && isCounted(papel))
      .reduce((sum, { many }) => sum + Number(many), 0);
  return schools.flatMap(({ id, nome, marca, is_demo }) => [
    `Escola ${id}: ${nome} (${[marca, ...(is_demo ? ['demonstração'] : []), ...(managers.some(({ school_id }) => school_id === id) ? [] : ['sem gestora'])].join(', ')})`,
    ...units
      .filter(({ escola_id }) => escola_id === id)
      .map((unit) => {
        const students = plural(
          countIn(unit.id, (papel) => papel === 'aluno'),
          'aluno',
          'alunos',
        );
        const closed = unit.encerrada_em === null ? '' : ', encerrada';
        const team = countIn(unit.id, (papel) => papel !== 'aluno' && papel !== 'responsavel');
        return `  unidade ${unit.id}: ${unit.nome}, ${unit.cidade}/${unit.uf}: ${students}, ${team} da equipe${closed}`;
      }),
  ]);
}
