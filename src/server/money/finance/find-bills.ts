import type { Found } from '#lib/contract/panel.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import { searchWords } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import type { Db } from '../../core/db/connection.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import type { School } from '../../core/http/ctx.ts';
import { amountDue, lateFeeBasesOf } from './amount-due.ts';
import { statusOf } from './present.ts';
import { isOpen, namedBills, peopleWithBills } from './school-bills.ts';

/** General words for bills, which do not narrow a search. */
const CALLED = /^(parcelas?|mensalidades?|contas?|boletos?|vencidas?)$/;

/** Open bills of people by words of their name, the oldest first, for the search of the panel. */
export async function findBills(
  db: Db,
  reach: Reach,
  q: string,
  limit: number,
  school: Pick<School, 'config' | 'now'>,
): Promise<Found[]> {
  const names = searchWords(q).filter((word) => !CALLED.test(word));
  if (names.length === 0) return [];
  const ids = await peopleWithBills(db, reach, names.join(' '), isOpen);
  if (ids.length === 0) return [];
  const rows = await namedBills(db)
    .where('parcelas.user_id', 'in', ids)
    .where(isOpen)
    .$call(within(reach))
    .orderBy('parcelas.vencimento')
    .orderBy('parcelas.id')
    .limit(limit)
    .execute();
  const basisOf = await lateFeeBasesOf(school, db, rows, school.now());
  return rows.map((row) => {
    const basis = basisOf(row);
    const due = `${statusOf(row, basis) === 'vencida' ? 'venceu' : 'vence'} em ${formatDay(row.vencimento)}`;
    return {
      tipo: 'parcela',
      id: row.id,
      titulo: row.descricao,
      detalhe: `${row.aluno} · ${due} · ${formatMoney(amountDue(row, basis).total)}`,
      path: routes.manager.bill(row.id),
    };
  });
}
