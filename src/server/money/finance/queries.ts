import type { Selectable } from 'kysely';
import { shortName } from '#lib/format/text.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { prepared, preparedOne } from '../../core/db/prepared.ts';
import { unitCity, unitState } from '../../core/db/units.ts';
import type { Schema } from '../../tables.ts';

export type ParcelaRow = Selectable<Schema['parcelas']>;
/** A bill with the amount of the charge that paid or holds it. */
export type BillRow = ParcelaRow & {
  cobrado_centavos: number | null;
  cobrado_multa: number | null;
  cobrado_juros: number | null;
};

const billColumns = [
  'parcelas.id',
  'parcelas.contrato_id',
  'parcelas.user_id',
  'parcelas.company_id',
  'parcelas.descricao',
  'parcelas.numero',
  'parcelas.total',
  'parcelas.competencia',
  'parcelas.vencimento',
  'parcelas.valor_centavos',
  'parcelas.desconto_centavos',
  'parcelas.multa_centavos',
  'parcelas.juros_centavos',
  'parcelas.credito_centavos',
  'parcelas.abatimento_centavos',
  'parcelas.pago_parcial_centavos',
  'parcelas.sem_encargos',
  'parcelas.novo_contrato_id',
  'parcelas.status',
  'parcelas.pago_em',
  'parcelas.forma',
  'parcelas.parcelas_max',
  'parcelas.pedido_id',
  'parcelas.cambio_id',
  'parcelas.usa_pagamento_id',
  'parcelas.charge_id',
  'parcelas.imported',
  'parcelas.prometida_para',
  'parcelas.informed_on',
] as const;

/** Bills with the amount of the charge that paid or holds them. */
export const bills = (db: Db) =>
  db
    .selectFrom('parcelas')
    .leftJoin('charge_items', (join) =>
      join
        .onRef('charge_items.charge_id', '=', 'parcelas.charge_id')
        .onRef('charge_items.parcela_id', '=', 'parcelas.id'),
    )
    .select(billColumns)
    .select('charge_items.valor_centavos as cobrado_centavos')
    .select(['charge_items.multa_centavos as cobrado_multa', 'charge_items.juros_centavos as cobrado_juros']);

/** Bills of any kind that were due within some days, without cancelled ones. */
export const billsDueWithin = prepared((db, userId: number, first: string, last: string) =>
  bills(db)
    .where('parcelas.user_id', '=', userId)
    .where('parcelas.vencimento', '>=', first)
    .where('parcelas.vencimento', '<=', last)
    .where('parcelas.status', '<>', 'cancelada'),
);

export type ChargeRow = Selectable<Schema['charges']>;

export const parcelaById = (db: Db, id: number): Promise<BillRow | undefined> =>
  bills(db).where('parcelas.id', '=', id).executeTakeFirst();

/** Bills of any kind by their ids, the first due first. */
export const billsById = (db: Db, ids: readonly number[]): Promise<BillRow[]> =>
  bills(db)
    .where('parcelas.id', 'in', [...ids])
    .orderBy('parcelas.vencimento')
    .orderBy('parcelas.id')
    .execute();

/**
 * Reads bills and locks them until the transaction ends. All code that changes bills locks them first, in the order of their ids,
 * to avoid deadlocks.
 *
 * @param owners only bills of these people; null: of any person, as in a charge
 */
export const holdBills = (
  tx: Db,
  owners: number | readonly number[] | null,
  ids: readonly number[],
): Promise<ParcelaRow[]> =>
  locked(
    tx,
    tx
      .selectFrom('parcelas')
      .selectAll()
      .where('id', 'in', [NO_ID, ...ids])
      .$if(owners !== null, (query) => query.where('user_id', 'in', [NO_ID, ...[owners ?? []].flat()]))
      .orderBy('id'),
    'hold',
  ).execute();

/** A list in a query must not be empty. */
const NO_ID = 0;

export const chargeById = (db: Db, id: number): Promise<ChargeRow | undefined> =>
  db.selectFrom('charges').selectAll().where('id', '=', id).executeTakeFirst();

export const chargeByTxid = (db: Db, txid: string): Promise<ChargeRow | undefined> =>
  db.selectFrom('charges').selectAll().where('txid', '=', txid).executeTakeFirst();

/** A charge by the reference in its provider's messages and lists: ours, or the provider's own. */
export const chargeOfReference = (db: Db, provider: string, reference: string): Promise<ChargeRow | undefined> =>
  db
    .selectFrom('charges')
    .selectAll()
    .where(({ or, eb }) => or([eb('txid', '=', reference), eb('referencia_casa', '=', reference)]))
    .where('provider', '=', provider)
    .executeTakeFirst();

/** The reference by which the provider knows a charge. */
export const referenceOf = ({ txid, referencia_casa }: Pick<ChargeRow, 'txid' | 'referencia_casa'>): string =>
  referencia_casa ?? txid;

/** The bills of a charge, in the order of their ids. */
export const itemsOf = (db: Db, chargeId: number) =>
  db.selectFrom('charge_items').selectAll().where('charge_id', '=', chargeId).orderBy('parcela_id').execute();

/** The name, state and late terms of a unit, for its bills. */
export const billUnits = (db: Db) =>
  db
    .selectFrom('companies')
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['companies.id', 'companies.escola_id', 'companies.nome', 'schools.marca', 'companies.timezone'])
    .select([unitCity.as('cidade'), unitState.as('uf')])
    .select(['companies.multa_bps', 'companies.juros_bps', 'companies.carencia_dias', 'companies.termos_antes']);
export const schoolOf = preparedOne((db, unitId: number) => billUnits(db).where('companies.id', '=', unitId));

/** The owner of a bill, as `Ana S.`: the holder of a link must not see more. */
export async function shortNameOf(db: Db, userId: number): Promise<string> {
  const { full_name } = await db
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return shortName(full_name);
}
