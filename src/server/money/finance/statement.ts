import { formatDay } from '#lib/format/dates.ts';
import { filteredMovements, type MovementFilter, type StatementEntry } from '#lib/rules/finance/statement.ts';
import { receiptPath } from '#lib/rules/routes/file-addresses.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { financeMessages } from '#lib/words/finance.ts';
import type { Db } from '../../core/db/connection.ts';
import { csv } from '../../core/http/csv.ts';
import { paidParts } from './amount-due.ts';
import { refundBill } from './book-return.ts';
import { cardOf } from './charge.ts';
import { isPaidOfNothing } from './costless-bills.ts';
import { type Dependent, isOf } from './dependents.ts';
import type { ParcelaRow } from './queries.ts';
import { reasonOf } from './refund.ts';

/**
 * Every movement of money for bills of the user and of the dependents, the newest first: payments here or at the counter,
 * payments in review, payments too late for their bill, and refunds. A few hundred at most, so they are filtered here.
 *
 * @param timeZone the school's, for the days.
 */
export async function readTransactions(
  db: Db,
  { userId, dependents = [] }: { userId: number; dependents?: readonly Dependent[] },
  timeZone: string,
  filter: MovementFilter,
): Promise<StatementEntry[]> {
  const isPaid = isOf(dependents);
  const names = new Map(dependents.map(({ id, full_name }) => [id, full_name]));
  const owners = [userId, ...names.keys()];
  const parts = await Promise.all([billsPaid, surplusOf, refundsOf].map((read) => read(db, owners)));
  const own = parts.flat().filter(({ of }) => of.user_id === userId || isPaid(of));
  return filteredMovements(
    own.map(({ of, ...entry }) => ({ ...entry, de: names.get(of.user_id) ?? null })),
    filter,
    timeZone,
  );
}

/** A movement with whose bill it is. */
type Movement = Omit<StatementEntry, 'de'> & { of: Pick<ParcelaRow, 'user_id' | 'contrato_id'> };

async function billsPaid(db: Db, owners: readonly number[]): Promise<Movement[]> {
  const rows = await db
    .selectFrom('parcelas')
    .leftJoin('charges', 'charges.id', 'parcelas.charge_id')
    .leftJoin('charge_items', (join) =>
      join.onRef('charge_items.charge_id', '=', 'charges.id').onRef('charge_items.parcela_id', '=', 'parcelas.id'),
    )
    .selectAll('parcelas')
    .select('charge_items.valor_centavos as cobrado_centavos')
    .select(['charge_items.multa_centavos as cobrado_multa', 'charge_items.juros_centavos as cobrado_juros'])
    .select(['charges.forma as cobranca_forma', 'charges.criada_em', 'charges.bandeira', 'charges.final'])
    .select('charges.parcelas as vezes')
    .where('parcelas.user_id', 'in', owners)
    .where('parcelas.status', 'in', ['paga', 'em_processamento'])
    .execute();
  return rows
    .filter((row) => !isPaidOfNothing(row))
    .map((row) => {
      const isPaid = row.status === 'paga';
      return {
        id: `p${row.id}`,
        em: row.pago_em ?? row.criada_em ?? '',
        tipo: kindOf(row),
        descricao: row.descricao,
        forma: row.forma ?? row.cobranca_forma,
        detalhe: cardOf({ ...row, parcelas: row.vezes ?? 1 }),
        valor_centavos: paidParts(row).total,
        status: isPaid ? 'concluido' : 'em_analise',
        parcela_id: row.id,
        of: row,
        recibo_url: isPaid ? receiptPath(row.id) : null,
      };
    });
}

const kindOf = ({
  pedido_id,
  cambio_id,
}: {
  pedido_id: number | null;
  cambio_id: number | null;
}): StatementEntry['tipo'] => (pedido_id !== null ? 'pedido' : cambio_id !== null ? 'cambio' : 'parcela');

/** Received money that paid no bill: without it, its refund would have no counterpart. */
async function surplusOf(db: Db, owners: readonly number[]): Promise<Movement[]> {
  const rows = await db
    .selectFrom('charges')
    .innerJoin('charge_items', 'charge_items.charge_id', 'charges.id')
    .innerJoin('parcelas', 'parcelas.id', 'charge_items.parcela_id')
    .select(['charges.id', 'charges.pago_em', 'charges.criada_em', 'charges.forma'])
    .select(['charges.bandeira', 'charges.final', 'charges.parcelas as vezes'])
    .select(['charge_items.parcela_id', 'charge_items.valor_centavos'])
    .select(['parcelas.descricao', 'parcelas.pedido_id', 'parcelas.cambio_id'])
    .select(['parcelas.user_id', 'parcelas.contrato_id'])
    .where('parcelas.user_id', 'in', owners)
    .where('charges.status', '=', 'paga')
    .where('charge_items.valor_centavos', '>', 0)
    .where(({ or, eb, ref }) =>
      or([eb('parcelas.charge_id', 'is', null), eb('parcelas.charge_id', '!=', ref('charges.id'))]),
    )
    .execute();
  return rows.map((row) => ({
    id: `c${row.id}-${row.parcela_id}`,
    em: row.pago_em ?? row.criada_em,
    tipo: kindOf(row),
    descricao: row.descricao,
    forma: row.forma,
    detalhe: cardOf({ ...row, parcelas: row.vezes ?? 1 }),
    valor_centavos: row.valor_centavos,
    status: 'concluido',
    parcela_id: row.parcela_id,
    recibo_url: null,
    of: row,
  }));
}

async function refundsOf(db: Db, owners: readonly number[]): Promise<Movement[]> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('charges', 'charges.id', 'refunds.charge_id')
    .select(['refunds.id', 'refunds.valor_centavos', 'refunds.motivo', 'refunds.status', 'refunds.created_at'])
    .innerJoin('parcelas', (join) => join.on('parcelas.id', '=', refundBill))
    .select(['refunds.feita_em', 'charges.forma', 'parcelas.id as parcela_id', 'parcelas.descricao'])
    .select(['parcelas.user_id', 'parcelas.contrato_id'])
    .where('parcelas.user_id', 'in', owners)
    // The bill of a refund is computed and not indexed, so the rows are found by the charges of these people.
    .where('refunds.charge_id', 'in', ({ selectFrom }) =>
      selectFrom('charge_items')
        .innerJoin('parcelas as own', 'own.id', 'charge_items.parcela_id')
        .select('charge_items.charge_id')
        .where('own.user_id', 'in', owners),
    )
    .execute();
  return rows.map((row) => ({
    id: `d${row.id}`,
    em: row.feita_em ?? row.created_at,
    tipo: 'devolucao',
    descricao: financeMessages.refundReasons[reasonOf(row.motivo)] ?? financeMessages.refund,
    forma: row.forma,
    detalhe: row.descricao,
    valor_centavos: -row.valor_centavos,
    status: row.status === 'feita' ? 'concluido' : 'a_caminho',
    parcela_id: row.parcela_id,
    recibo_url: null,
    of: row,
  }));
}

/** Centavos as `-12,34`. */
export const reais = (centavos: number) => {
  const digits = String(Math.abs(centavos)).padStart(3, '0');
  return `${centavos < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
};

/** A statement for Brazilian spreadsheets, with a decimal comma. */
export function statementCsv(movements: readonly StatementEntry[], timeZone: string): string {
  const isShared = movements.some(({ de }) => de);
  const rows = movements.map((each) => [
    formatDay(dayIn(timeZone, new Date(each.em))),
    financeMessages.kinds[each.tipo],
    each.descricao,
    ...(isShared ? [each.de ?? ''] : []),
    each.forma ? (financeMessages.methods[each.forma] ?? each.forma) : '',
    each.detalhe ?? '',
    reais(each.valor_centavos),
    financeMessages.movementStates[each.status],
  ]);
  return csv([
    ['Data', 'Tipo', 'Descrição', ...(isShared ? ['De'] : []), 'Forma', 'Detalhe', 'Valor (R$)', 'Situação'],
    ...rows,
  ]);
}
