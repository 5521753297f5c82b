import type { Financeiro } from '#lib/contract/finance.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import { preparedParts } from '../../core/db/prepared-parts.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { methodsFrom, openAccounts } from './accounts.ts';
import { lateFeeBasisIn } from './amount-due.ts';
import { calendarsFrom, holidays } from './bank-days.ts';
import { dependentsOf } from './dependents.ts';
import { boletosOf, debitsOf } from './live-boletos.ts';
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
const installmentsOf = (db: Db, userId: number) =>
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

/** Refunds, sent or pending, of the money that paid a person's bills. */
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
  installments: installmentsOf(db, userId),
  trip: tripBillsOf(db, userId),
  returned: returnedOf(db, userId),
  boletos: boletosOf(db, userId),
  debits: debitsOf(db, userId),
  units: billUnits(db).where('companies.id', 'in', unitsOf(db, userId)),
  holidays: holidays(db).where('school_id', 'in', ({ selectFrom }) =>
    selectFrom('companies').select('companies.escola_id').where('companies.id', 'in', unitsOf(db, userId)),
  ),
  accounts: openAccounts(db).where('company_id', 'in', unitsOf(db, userId)),
}));

/** The contracts and bills of people whose bills the user pays, and what is due for each. */
export async function readFamilyFinance(ctx: Ctx) {
  const dependents = await dependentsOf(ctx);
  if (dependents.length === 0) return [];
  return Promise.all(
    dependents.map(async ({ id, full_name: nome, contracts }) => ({
      ...{ id, nome },
      financeiro: await readFinance(ctx, id, ({ contrato_id }) => contracts?.has(contrato_id) ?? true),
    })),
  );
}

/**
 * The contracts and bills of the user, or of a person whose bills the user pays, and what is due, in one statement.
 *
 * @param isShown a filter of the bills
 */
export async function readFinance(
  ctx: Ctx,
  userId = ctx.session.userId,
  isShown: (bill: { contrato_id: number }) => boolean = () => true,
): Promise<Financeiro> {
  const parts = await readParts(ctx.db, userId);
  const { returned } = parts;
  const [installments, trip] = [parts.installments.filter(isShown), parts.trip.filter(isShown)];
  const contracts = parts.contracts.filter(({ id }) => isShown({ contrato_id: id }));
  const calendarOf = calendarsFrom(parts.units, parts.holidays);
  const at = ctx.now();
  const bases = new Map(parts.units.map((unit) => [unit.id, lateFeeBasisIn(ctx, at, unit, calendarOf(unit.id))]));
  const ofNoUnit = lateFeeBasisIn(ctx, at);
  const boletos = new Map(parts.boletos.map((row) => [row.parcela_id, row]));
  const debits = new Map(parts.debits.map((row) => [row.parcela_id, row]));
  return presentFinance(
    contracts,
    { installments, trip },
    ({ company_id }) => bases.get(company_id ?? 0) ?? ofNoUnit,
    methodsFrom(ctx, parts.accounts),
    { boletos, returned, accounts: parts.accounts, debits },
  );
}
