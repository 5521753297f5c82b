import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import type { Db } from '../../core/db/connection.ts';
import { enrolled } from '../../core/db/people.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import { unitCity, unitState } from '../../core/db/units.ts';

/** The units in reach with their schools, open ones first, by name. */
export const unitsIn = (db: Db, reach: Reach) =>
  db
    .selectFrom('companies')
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .$call(within(reach))
    .where('companies.id', '<>', BLOCKED_COMPANY_ID)
    .selectAll('companies')
    .leftJoin('whatsapp_numbers', 'whatsapp_numbers.company_id', 'companies.id')
    .select('whatsapp_numbers.trouble as whatsapp_trouble')
    .select(['schools.nome as escola', unitCity.as('cidade_mostrada'), unitState.as('uf_mostrada')])
    .orderBy(({ eb }) => eb.case().when('companies.encerrada_em', 'is', null).then(0).else(1).end())
    .orderBy('companies.nome')
    .orderBy('companies.id');

export type UnitRow = Awaited<ReturnType<ReturnType<typeof unitsIn>['executeTakeFirstOrThrow']>>;

/** The schools of a reach, by name. */
export const schoolsIn = (db: Db, { escolaId }: Reach) =>
  db
    .selectFrom('schools')
    .select(['id', 'nome', 'cidade', 'uf'])
    .$if(escolaId !== null, (query) => query.where('id', '=', escolaId))
    .orderBy('nome')
    .orderBy('id')
    .execute();

/** People who work in a unit and are not blocked. */
export const staffOf = (db: Db, unitId: number) =>
  enrolled(db)
    .select(['users.id', 'users.full_name'])
    .where('companies.id', '=', unitId)
    .where('users.is_blocked', '=', false)
    .where('users.id', 'in', db.selectFrom('user_actions').select('user_actions.user_id'))
    .orderBy('users.full_name')
    .orderBy('users.id')
    .execute();

/** The number of classes, leads, bills, and undecided import rows of a unit. */
export async function openIn(db: Db, unitId: number) {
  const [classes, leads, bills, waiting] = await Promise.all([
    db
      .selectFrom('turmas')
      .select(({ fn }) => fn.countAll<number | string>().as('many'))
      .where('company_id', '=', unitId)
      .where('status', 'in', ['ativa', 'futura'])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('leads')
      .select(({ fn }) => fn.countAll<number | string>().as('many'))
      .where('unidade_id', '=', unitId)
      .where('status', 'not in', ['matriculado', 'perdido'])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('parcelas')
      .select(({ fn }) => fn.countAll<number | string>().as('many'))
      .where('company_id', '=', unitId)
      .where('status', 'in', ['aberta', 'em_processamento'])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('enrolment_proposals')
      .select(({ fn }) => fn.countAll<number | string>().as('many'))
      .where('company_id', '=', unitId)
      .executeTakeFirstOrThrow(),
  ]);
  return {
    turmas: Number(classes.many),
    contatos: Number(leads.many),
    parcelas: Number(bills.many),
    sem_matricula: Number(waiting.many),
  };
}
