import type { Financeiro } from '#lib/contract/finance.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import { preparedParts } from '../../core/db/prepared-parts.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { openAccounts, waysFrom } from './accounts.ts';
import { lateFeeBasisIn } from './amount-due.ts';
import { calendarsFrom, holidays } from './bank-days.ts';
import { boletosOf } from './live-boletos.ts';
import { presentFinance } from './present.ts';
import { bills, billUnits } from './queries.ts';

const contractsOf = (db: Db, userId: number) =>
  db
    .selectFrom('contratos')
    .select(['id', 'descricao', 'inicio', 'fim', 'responsavel'])
    .where('user_id', '=', userId)
    .where('origem', '=', 'curso')
    .orderBy('inicio', 'desc')
    .orderBy('id');

/** Bills of courses. An order, an exchange or a trip shows its own costs. */
const instalmentsOf = (db: Db, userId: number) =>
  bills(db)
    .where('parcelas.user_id', '=', userId)
    .where('parcelas.pedido_id', 'is', null)
    .where('parcelas.cambio_id', 'is', null)
    .where('parcelas.usa_pagamento_id', 'is', null)
    .orderBy('parcelas.vencimento')
    .orderBy('parcelas.id');

/** Open bills of a trip abroad, in the order of payment. */
const tripBillsOf = (db: Db, userId: number) =>
  bills(db)
    .where('parcelas.user_id', '=', userId)
    .where('parcelas.usa_pagamento_id', 'is not', null)
    .where('parcelas.status', '=', 'aberta')
    .orderBy('parcelas.vencimento')
    .orderBy('parcelas.id');

/** What went back, or is on its way, of the money that paid a person's bills. */
const returnedOf = (db: Db, userId: number) =>
  db
    .selectFrom('refunds')
    .innerJoin('parcelas', (join) =>
      join.onRef('parcelas.id', '=', 'refunds.parcela_id').onRef('parcelas.charge_id', '=', 'refunds.charge_id'),
    )
    .select(['refunds.parcela_id', ({ fn }) => fn.sum<number | string>('refunds.valor_centavos').as('centavos')])
    .where('parcelas.user_id', '=', userId)
    .where('parcelas.status', '=', 'paga')
    .groupBy('refunds.parcela_id');

/** The units that a person's bills belong to. */
const unitsOf = (db: Db, userId: number) =>
  db.selectFrom('parcelas').select('parcelas.company_id').where('parcelas.user_id', '=', userId);

const readParts = preparedParts((db, userId: number) => ({
  contracts: contractsOf(db, userId),
  instalments: instalmentsOf(db, userId),
  trip: tripBillsOf(db, userId),
  returned: returnedOf(db, userId),
  boletos: boletosOf(db, userId),
  units: billUnits(db).where('companies.id', 'in', unitsOf(db, userId)),
  holidays: holidays(db).where('school_id', 'in', ({ selectFrom }) =>
    selectFrom('companies').select('companies.escola_id').where('companies.id', 'in', unitsOf(db, userId)),
  ),
  accounts: openAccounts(db).where('company_id', 'in', unitsOf(db, userId)),
}));

/** The contracts and bills of the user who asks, and what is due, by one statement. */
export async function readFinance(ctx: Ctx): Promise<Financeiro> {
  const { instalments, trip, contracts, returned, ...parts } = await readParts(ctx.db, ctx.session.userId);
  const calendarOf = calendarsFrom(parts.units, parts.holidays);
  const at = ctx.now();
  const bases = new Map(parts.units.map((unit) => [unit.id, lateFeeBasisIn(ctx, at, unit, calendarOf(unit.id))]));
  const ofNoUnit = lateFeeBasisIn(ctx, at);
  const boletos = new Map(parts.boletos.map((row) => [row.parcela_id, row]));
  return presentFinance(
    contracts,
    { instalments, trip },
    ({ company_id }) => bases.get(company_id ?? 0) ?? ofNoUnit,
    waysFrom(ctx, parts.accounts),
    { boletos, returned },
  );
}
