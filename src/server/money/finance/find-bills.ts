import type { Found } from '#lib/contract/panel.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import { searchWords } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import type { Db } from '../../core/db/connection.ts';
import { pageByName } from '../../core/db/people-by-name.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import { isOpen, namedBills } from './school-bills.ts';

/** What people call a bill: it tells bills from each other no more than the name of their owner does. */
const CALLED = /^(parcelas?|mensalidades?|contas?|boletos?|vencidas?)$/;

/** Open bills of people by words of their name, the oldest first, for the search of the panel. */
export async function findBills(db: Db, reach: Reach, q: string, limit: number): Promise<Found[]> {
  const names = searchWords(q).filter((word) => !CALLED.test(word));
  if (names.length === 0) return [];
  // By the unit of their bills: who moved may still owe the unit that they left.
  const { ids } = await pageByName(db, { reach: { ...reach, units: null }, q: names.join(' '), limit, offset: 0 });
  if (ids.length === 0) return [];
  const rows = await namedBills(db)
    .where('parcelas.user_id', 'in', ids)
    .where(isOpen)
    .$call(within(reach))
    .orderBy('parcelas.vencimento')
    .orderBy('parcelas.id')
    .limit(limit)
    .execute();
  return rows.map(({ id, descricao, aluno, vencimento, valor_centavos }) => ({
    tipo: 'parcela',
    id,
    titulo: descricao,
    detalhe: `${aluno} · vence em ${formatDay(vencimento)} · ${formatMoney(valor_centavos)}`,
    path: routes.manager.bill(id),
  }));
}
