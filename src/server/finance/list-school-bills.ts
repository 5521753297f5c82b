import type { BillState, SchoolBill } from '#lib/contract/finance.schema.ts';
import { MAX_COUNTED } from '#lib/rules/lists/list-query.ts';
import { pageByName } from '../db/people-by-name.ts';
import { type Reach, reachOf } from '../http/access.ts';
import type { Ctx } from '../http/ctx.ts';
import { amountDue, type Reckoning } from './amount-due.ts';
import { purposeOf } from './bill-kinds.ts';
import { statusOf } from './present.ts';
import { matching, namedBills, type SchoolBillRow, unitsOf } from './school-bills.ts';
import { countOverdue, sumBills } from './sum-school-bills.ts';

interface Query {
  estado?: BillState;
  mes?: string;
  unidade?: number;
  aluno?: number;
  q?: string;
  limit: number;
  offset: number;
}

/** Bills that the staff reaches, with sums. Open ones come by due day; paid ones the newest first. */
export async function listSchoolBills(ctx: Ctx, query: Query) {
  const { db, database, session, config, now } = ctx;
  const { limit, offset, estado } = query;
  const reach = reachOf(session, 'financeiro');
  const all = await unitsOf(db, reach, config, now());
  const units = query.unidade === undefined ? all : all.filter(({ id }) => id === query.unidade);
  const userIds = await peopleOf(ctx, reach, query);
  const isOpen = estado === 'abertas' || estado === 'vencidas';
  // What is over grows for ever, so it is looked at by month, unless it is about some people alone.
  const mes = query.mes ?? (isOpen || userIds ? null : (all[0]?.reckoning.today ?? '').slice(0, 7));
  const filter = { estado, mes, userIds };
  const order = isOpen || estado === undefined ? 'asc' : 'desc';
  const [somas, atrasadas, rows] = await Promise.all([
    sumBills(database.aside, units, filter),
    countOverdue(ctx, reach, now()),
    namedBills(db)
      .where(matching(units, filter))
      .orderBy('parcelas.vencimento', order)
      .orderBy('parcelas.id', order)
      .limit(limit)
      .offset(offset)
      .execute(),
  ]);
  const reckonings = new Map(units.map(({ id, reckoning }) => [id, reckoning]));
  return {
    items: rows.map((row) => presentSchoolBill(row, reckonings.get(row.unit_id) as Reckoning)),
    total: somas.quantidade,
    limit,
    offset,
    mes,
    somas,
    atrasadas: atrasadas.count,
    unidades: all.map(({ id, nome }) => ({ id, nome })),
  };
}

/** The people whom a search means; undefined without one. */
async function peopleOf({ db }: Ctx, { escolaId }: Reach, { aluno, q }: Query): Promise<number[] | undefined> {
  if (aluno !== undefined) return [aluno];
  if (!q) return undefined;
  return (await pageByName(db, { escolaId, q, limit: MAX_COUNTED, offset: 0 })).ids;
}

/** @param reckoning of the unit */
export function presentSchoolBill(row: SchoolBillRow, reckoning: Reckoning): SchoolBill {
  const { desconto, multa, juros, total } = amountDue(row, reckoning);
  return {
    id: row.id,
    tipo: purposeOf(row)?.kind ?? 'curso',
    descricao: row.descricao,
    aluno: { id: row.user_id, nome: row.aluno },
    unidade: { id: row.unit_id, nome: row.unidade },
    vencimento: row.vencimento,
    status: statusOf(row, reckoning.today),
    valor_centavos: row.valor_centavos,
    desconto_centavos: desconto,
    multa_centavos: multa,
    juros_centavos: juros,
    total_centavos: total,
    pago_em: row.pago_em,
    forma: row.forma,
  };
}
