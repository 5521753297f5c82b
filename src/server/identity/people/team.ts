import type { z } from 'zod';
import { policy, type Rights, type Units } from '#lib/rules/people/rights.ts';
import { MANAGER_ACTION_ID, roleRules, rolesOf } from '#lib/rules/people/roles.ts';
import { holdsAll, rightsIn, whyNotManage } from '#lib/rules/people/team.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import type { Db } from '../../core/db/connection.ts';
import { people } from '../../core/db/people.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import { choiceOf } from '../../core/db/units.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, forbidden, invalid, notFound } from '../../core/http/refusal.ts';
import { factorsOf } from '../auth/factors.ts';
import type { updateRightsInput } from './inputs.ts';
import { personOf } from './person-rights.ts';

/** Everybody with an action of staff, within a reach. */
const staff = (db: Db, reach: Reach) =>
  people(db)
    .$call(within(reach))
    .where('users.id', 'in', (holders) =>
      holders
        .selectFrom('user_actions')
        .select('user_actions.user_id')
        .where(
          'user_actions.action_id',
          'in',
          Object.values(roleRules).map(({ mark }) => mark),
        ),
    );

const withColumns = (query: ReturnType<typeof staff>) =>
  query.select([
    'users.id',
    'users.full_name',
    'users.email',
    'users.avatar_url',
    'users.is_blocked',
    'users.last_seen_at',
    'drive_users.company_id',
    'companies.nome as unidade',
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number];

/** The staff in reach, by name, and the units whose staff the user cares for. */
export async function listTeam(ctx: Ctx, { limit, offset }: { limit: number; offset: number }) {
  const { db, reach } = ctx;
  const [rows, { total }, units] = await Promise.all([
    withColumns(staff(db, reach)).orderBy('users.full_name').orderBy('users.id').limit(limit).offset(offset).execute(),
    staff(db, reach)
      .select(({ fn }) => fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow(),
    unitsOf(db, reach),
  ]);
  const items = await Promise.all(rows.map((row) => present(ctx, row)));
  return { items, total: Number(total), limit, offset, unidades: units.map(choiceOf) };
}

/** @throws Refusal 404 for somebody who is no staff in reach */
export const readTeamMember = async (ctx: Ctx, id: number) => present(ctx, await memberOf(ctx, id));

/**
 * Sets what a member of staff works with. A person keeps logged in; what is taken away is closed at the next call.
 *
 * @throws Refusal 403 for oneself and for what the user does not hold, 404, 409 for a teacher, 422 for a foreign unit
 */
export async function updateRights(ctx: Ctx, { id, direitos, unidades }: z.output<typeof updateRightsInput>) {
  await memberOf(ctx, id);
  return ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const person = await personOf(tx, id);
    const reason = whyNotManage(ctx.session, person);
    if (reason) throw forbidden(reason);
    if (!person.actionIds.has(MANAGER_ACTION_ID)) {
      throw conflict('Quem só dá aula não abre o painel: convide a pessoa para a secretaria ou a gestão primeiro.');
    }
    const units = await wantedUnits(within, unidades, person.companyId);
    const wanted = rightsIn(direitos, units);
    if (!holdsAll(ctx.session.rights, wanted)) throw forbidden('Você só pode dar o que também está no seu acesso.');
    await tx.deleteFrom('staff_rights').where('user_id', '=', id).execute();
    const rows = [...wanted.keys()].flatMap((direito) =>
      (units ?? [null]).map((company_id) => ({ user_id: id, direito, company_id })),
    );
    // No row would mean that nobody has decided yet.
    if (rows.length === 0) throw invalid('Escolha ao menos uma parte do painel.', { direitos: 'Escolha ao menos uma' });
    await tx.insertInto('staff_rights').values(rows).execute();
    await audit(within, 'rights-change', `user:${id}`, {
      antes: await told(tx, person.rights),
      depois: await told(tx, wanted),
    });
    return readTeamMember(within, id);
  });
}

async function memberOf({ db, reach }: Ctx, id: number): Promise<Row> {
  const row = await withColumns(staff(db, reach)).where('users.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Não encontramos esta pessoa na sua equipe.');
  return row;
}

/** The units to give, all of one school. Null: the whole school. @throws Refusal 422 */
async function wantedUnits(ctx: Ctx, wanted: Units, companyId: number | null): Promise<Units> {
  if (wanted === null) return null;
  const own = await ctx.db
    .selectFrom('companies as own')
    .innerJoin('companies', 'companies.escola_id', 'own.escola_id')
    .select('companies.id')
    .where('own.id', '=', companyId ?? 0)
    .where('companies.id', 'in', wanted.length > 0 ? wanted : [0])
    .execute();
  if (wanted.length === 0 || own.length < new Set(wanted).size) {
    throw invalid('Escolha unidades da escola desta pessoa.', { unidades: 'Escolha ao menos uma unidade da escola' });
  }
  return [...new Set(wanted)].toSorted((a, b) => a - b);
}

const unitsOf = (db: Db, reach: Reach) =>
  db
    .selectFrom('companies')
    .$call(within(reach))
    .select(['companies.id', 'companies.nome', 'companies.encerrada_em'])
    .where('companies.id', '<>', BLOCKED_COMPANY_ID)
    .orderBy('companies.nome')
    .orderBy('companies.id')
    .execute();

/** The units of all rights together. */
const unionOf = (rights: Rights): Units => {
  const lists = [...rights.values()];
  return lists.includes(null) ? null : [...new Set(lists.flatMap((units) => units ?? []))];
};

const namesOf = async (db: Db, units: readonly number[]) =>
  units.length === 0
    ? []
    : db.selectFrom('companies').select(['id', 'nome']).where('id', 'in', units).orderBy('nome').execute();

/** The rights in words, for the log. */
async function told(db: Db, rights: Rights) {
  const units = unionOf(rights);
  const names = units === null ? ['toda a escola'] : (await namesOf(db, units)).map(({ nome }) => nome);
  return {
    direitos: [...rights.keys()].map((right) => policy[right].name).join(', ') || null,
    unidades: rights.size > 0 ? names.join(', ') : null,
  };
}

async function present(ctx: Ctx, row: Row) {
  const person = await personOf(ctx.db, row.id);
  const { rights } = person;
  const units = unionOf(rights);
  return {
    id: row.id,
    full_name: row.full_name,
    email: row.email,
    foto_url: row.avatar_url,
    unidade: row.unidade ?? '',
    papeis: rolesOf([...person.actionIds]).map((papel) => ({ papel, nome: roleRules[papel].name })),
    // In the order of the panel; none for teachers.
    direitos: [...rights.keys()],
    // Where the rights hold; null: in the whole school.
    unidades: units && (await namesOf(ctx.db, units)),
    bloqueado: row.is_blocked,
    // Null: the person has never logged in.
    ultimo_acesso: row.last_seen_at,
    // How many second factors the person has.
    fatores: (await factorsOf(ctx.db, row.id)).length,
    // Why the logged-in user cannot change this person's access; null: they can.
    por_que_nao: whyNotManage(ctx.session, person),
  };
}
