import type { Found } from '#lib/contract/panel.schema.ts';
import { findHowTos } from '#lib/help.ts';
import { routes } from '#lib/routes.ts';
import type { Right } from '#lib/rules/people/rights.ts';
import { helpWords } from '#lib/words/help.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Reach } from '../../core/db/reach.ts';
import { isManager, isTeacher, reachBy } from '../../core/http/access.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { findPeople, findPersonActs } from '../../identity/account/find-people.ts';
import { childrenOf } from '../../identity/family/children.ts';
import { findBills } from '../../money/finance/find-bills.ts';
import { findOrders } from '../../money/orders/school-orders.ts';
import { findClasses } from '../../study/teaching/school-classes.ts';
import { findLeads } from '../leads/find-leads.ts';
import { findPlaces } from './find-places.ts';

/** Max. results of each kind; a longer search text narrows them down. */
const EACH = 5;

type Finder = (db: Db, reach: Reach, q: string, limit: number, ctx: Ctx) => Promise<Found[]>;
const finders: readonly [Right, Finder][] = [
  ['alunos', findPeople],
  ['alunos', findPersonActs],
  ['turmas', findClasses],
  ['pedidos', findOrders],
  ['financeiro', findBills],
  ['contatos', findLeads],
];

/** The results of a search, by the user's rights, a few of each kind. */
export async function searchPanel(ctx: Ctx, q: string): Promise<Found[]> {
  const { database, session } = ctx;
  const found = await Promise.all(
    finders.map(([right, find]) => {
      const reach = reachBy(session, [right]);
      return reach ? find(database.longReads, reach, q, EACH, ctx) : [];
    }),
  );
  return [...found.flat(), ...findPlaces(session.rights, q, EACH), ...(await findHelp(ctx, q))];
}

/** How-tos for the user: the same as in the user's list of help. */
async function findHelp(ctx: Ctx, q: string): Promise<Found[]> {
  const { session } = ctx;
  const user = {
    isManager: isManager(session),
    isTeacher: isTeacher(session),
    isStaff: session.isStaff,
    hasChildren: (await childrenOf(ctx)).length > 0,
    isConnected: false,
    rights: session.rights,
  };
  return findHowTos(user, q)
    .slice(0, EACH)
    .map(({ slug, title, reader }, at) => ({
      tipo: 'ajuda',
      id: at + 1,
      titulo: title,
      detalhe: helpWords.groups[reader],
      path: routes.help.howTo(slug),
    }));
}
