import { people } from '../../core/db/people.ts';
import { unitCity, unitState } from '../../core/db/units.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { childrenOf } from '../../identity/family/children.ts';

/** Contact data of the user's unit, then of those of the user's children. */
export async function listOwnUnits(ctx: Ctx) {
  const { db, session } = ctx;
  const children = await childrenOf(ctx);
  const rows = await people(db)
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['users.id as user_id', 'companies.id', 'companies.nome', 'companies.telefone', 'companies.whatsapp'])
    .select(['companies.endereco', 'companies.horario', unitCity.as('cidade'), unitState.as('uf')])
    .where('users.id', 'in', [session.userId, ...children.map(({ id }) => id)])
    .execute();
  // The user's own unit comes first; a unit of several people is listed once.
  const own = rows.toSorted((a, b) => Number(b.user_id === session.userId) - Number(a.user_id === session.userId));
  const units = own.map(({ user_id: _, ...unit }) => ({ ...unit, id: unit.id ?? 0, nome: unit.nome ?? '' }));
  return units.filter(({ id }, at) => units.findIndex((each) => each.id === id) === at);
}
