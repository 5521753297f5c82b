import type { Right } from '#lib/rules/people/rights.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Waiting, WaitingKind } from '#lib/words/panel.ts';
import { countRedemptions, countReferrals } from '../../club/figures.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Zoned } from '../../core/db/people.ts';
import type { Reach } from '../../core/db/reach.ts';
import { reachBy } from '../../core/http/access.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { countFailedEmails } from '../../messages/mail/failed-emails.ts';
import { countStopped } from '../../messages/whatsapp/numbers.ts';
import { countOverdue } from '../../money/finance/bill-list.ts';
import { countOrdersToMove } from '../../money/orders/school-orders.ts';
import { countAbsences } from '../../study/absences/read-absences.ts';
import { countStalled } from '../../study/teaching/handed-in.ts';
import { countTeacherless } from '../../study/teaching/school-classes.ts';
import { countRequestsToCheck } from '../abroad/count-waiting.ts';
import { countFailed } from '../broadcasts/staff-view.ts';
import { countLeads } from '../leads/count-leads.ts';

type Count = Omit<Waiting, 'tipo'>;
/** @prop today `YYYY-MM-DD` at the user's unit */
interface Moment {
  config: Zoned;
  now: Date;
  today: string;
}
/** Two kinds count leads, which are read once. */
interface Counting extends Moment {
  leads: ReturnType<typeof countLeads> | null;
}
interface Counter {
  right: Right;
  read(db: Db, reach: Reach, at: Counting): Promise<number | Count>;
}

const sumOf = ({ count, centavos }: { count: number; centavos: number }): Count => ({ quantos: count, centavos });

/** The kinds of waiting work: the required right, and the counter. */
const counters: Readonly<Record<WaitingKind, Counter>> = {
  contatos: { right: 'contatos', read: async (_db, _reach, { leads }) => (await leads)?.novos ?? 0 },
  passos: {
    right: 'contatos',
    read: async (_db, _reach, { leads }) => {
      const { hoje, ambos } = (await leads) ?? { hoje: 0, ambos: 0 };
      return { quantos: hoje, centavos: null, sozinhos: hoje - ambos };
    },
  },
  vencidas: {
    right: 'financeiro',
    read: async (db, reach, { config, now }) => sumOf(await countOverdue({ db, config }, reach, now)),
  },
  pedidos: { right: 'pedidos', read: countOrdersToMove },
  resgates: { right: 'clube', read: countRedemptions },
  indicacoes: { right: 'clube', read: countReferrals },
  faltas: { right: 'turmas', read: countAbsences },
  trabalhos: { right: 'turmas', read: (db, reach, { now }) => countStalled(db, reach, now) },
  sem_professor: { right: 'turmas', read: countTeacherless },
  documentos: { right: 'viagens', read: countRequestsToCheck },
  falhas: { right: 'mensagens', read: (db, reach, { now }) => countFailed(db, reach, now) },
  emails: { right: 'mensagens', read: (db, reach, { now }) => countFailedEmails(db, reach, now) },
  whatsapp: { right: 'equipe', read: countStopped },
};

/** The kinds with a count above zero. @param reachIn the reach of a right, if the user holds it */
export async function readWaiting(db: Db, reachIn: (right: Right) => Reach | null, at: Moment): Promise<Waiting[]> {
  const kinds = Object.keys(counters) as WaitingKind[];
  const ofContacts = reachIn('contatos');
  const counting = { ...at, leads: ofContacts && countLeads(db, ofContacts, at.today) };
  const all = await Promise.all(
    kinds.map(async (tipo) => {
      const { right, read } = counters[tipo];
      const reach = reachIn(right);
      if (!reach) return [];
      const count = await read(db, reach, counting);
      return [{ tipo, ...(typeof count === 'number' ? { quantos: count, centavos: null } : count) }];
    }),
  );
  return all.flat().filter(({ quantos }) => quantos > 0);
}

/** What waits for the user, counted now and cached for the user's next pages. */
export function countWaiting({ db, session, config, now, userCache }: Ctx): Promise<Waiting[]> {
  const moment = { config, now: now(), today: dayIn(session.timeZone, now()) };
  return userCache.put(session.userId, () => readWaiting(db, (right) => reachBy(session, [right]), moment));
}

/** The cached count, unless the user has changed something since. */
export const cachedWaiting = (ctx: Ctx): Promise<Waiting[]> =>
  ctx.userCache.get<Waiting[]>(ctx.session.userId) ?? countWaiting(ctx);
