import type { Selectable } from 'kysely';
import type { Db } from '../db/connection.ts';
import type { Schema } from '../db/types.ts';

export type ParcelaRow = Selectable<Schema['parcelas']>;
export type ContratoRow = Selectable<Schema['contratos']>;

export const contractsOf = (db: Db, userId: number): Promise<ContratoRow[]> =>
  db
    .selectFrom('contratos')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('inicio', 'desc')
    .orderBy('id')
    .execute();

export const instalmentsOf = (db: Db, userId: number): Promise<ParcelaRow[]> =>
  db.selectFrom('parcelas').selectAll().where('user_id', '=', userId).orderBy('vencimento').orderBy('id').execute();
