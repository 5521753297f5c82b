import type { BillState } from '#lib/contract/finance.schema.ts';
import { MAX_COUNTED } from '#lib/rules/lists/list-query.ts';
import { enrolled } from '../../core/db/people.ts';
import { type PeopleFilter, pageByName } from '../../core/db/people-by-name.ts';
import { listed } from '../../core/db/reach.ts';
import { type Reach, within } from '../../core/http/access.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { LateFeeBasis } from './amount-due.ts';
import { amountDue } from './amount-due.ts';
import { purposeOf } from './bill-kinds.ts';
import { statusOf } from './present.ts';
import { matching, namedBills, type SchoolBillRow, unitsOf } from './school-bills.ts';
import { countLate, sumBills } from './sum-school-bills.ts';

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
  const { db, database, reach, config, now } = ctx;
  const { limit, offset, estado } = query;
  const all = await unitsOf(db, reach, config, now());
  const units = query.unidade === undefined ? all : all.filter(({ id }) => id === query.unidade);
  const userIds = await peopleOf(ctx, reach, query);
  const isOpen = estado === 'abertas' || estado === 'vencidas';
  // What is over grows for ever, so it is looked at by month, unless it is about some people alone.
  const mes = query.mes ?? (isOpen || userIds ? null : (all[0]?.basis.today ?? '').slice(0, 7));
  const filter = { estado, mes, userIds };
  const order = isOpen || estado === undefined ? 'asc' : 'desc';
  const [aluno, { total, ...somas }, atrasadas, rows] = await Promise.all([
    studentOf(ctx, reach, query.aluno),
    sumBills(database.aside, units, filter),
    countLate(database.aside, units, { mes: query.mes, userIds }),
    namedBills(db)
      .where(matching(units, filter))
      .orderBy('parcelas.vencimento', order)
      .orderBy('parcelas.id', order)
      .limit(limit)
      .offset(offset)
      .execute(),
  ]);
  const bases = new Map(units.map(({ id, basis }) => [id, basis]));
  return {
    items: rows.map((row) => presentSchoolBill(row, bases.get(row.unit_id) as LateFeeBasis)),
    total,
    limit,
    offset,
    mes,
    somas,
    atrasadas,
    aluno,
    unidades: all.map(({ id, nome }) => ({ id, nome })),
  };
}

/** A student in reach, or one who moved out of it and left bills there. */
async function studentOf({ db }: Ctx, reach: Reach, id: number | undefined) {
  if (id === undefined) return null;
  const found = enrolled(db).select(['users.id', 'users.full_name as nome']).where('users.id', '=', id);
  const left = namedBills(db).clearSelect().select(['users.id', 'users.full_name as nome']);
  const here = await found.$call(within(reach)).executeTakeFirst();
  if (here) return { ...here, saiu: false };
  const gone = await left.where('parcelas.user_id', '=', id).$call(within(reach)).limit(1).executeTakeFirst();
  return gone ? { ...gone, saiu: true } : null;
}

/** The people whom a search means; undefined without one. */
async function peopleOf({ db }: Ctx, reach: Reach, { aluno, q }: Query): Promise<number[] | undefined> {
  if (aluno !== undefined) return [aluno];
  if (!q) return undefined;
  // By the unit of their bills: who moved may still owe the unit that they left.
  const { units } = reach;
  const among: PeopleFilter['among'] = units
    ? ({ exists, selectFrom }) =>
        exists(
          selectFrom('parcelas')
            .select('parcelas.id')
            .whereRef('parcelas.user_id', '=', 'users.id')
            .where('parcelas.company_id', 'in', listed(units)),
        )
    : undefined;
  return (await pageByName(db, { reach: { ...reach, units: null }, q, among, limit: MAX_COUNTED, offset: 0 })).ids;
}

/** A bill of any kind as the office lists it. @param basis of the unit */
export function presentSchoolBill(row: SchoolBillRow, basis: LateFeeBasis) {
  const { desconto, multa, juros, total } = amountDue(row, basis);
  return {
    id: row.id,
    tipo: purposeOf(row)?.kind ?? ('curso' as const),
    descricao: row.descricao,
    aluno: { id: row.user_id, nome: row.aluno },
    unidade: { id: row.unit_id, nome: row.unidade },
    vencimento: row.vencimento,
    status: statusOf(row, basis),
    valor_centavos: row.valor_centavos,
    desconto_centavos: desconto,
    /** The part of it that comes from discounts of the club. */
    credito_centavos: row.credito_centavos,
    multa_centavos: multa,
    juros_centavos: juros,
    /** What is due today, or was paid. */
    total_centavos: total,
    pago_em: row.pago_em,
    forma: row.forma,
  };
}
