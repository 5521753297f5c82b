import type { Selectable } from 'kysely';
import { markRequestExchanged } from '../abroad/mark-paid.ts';
import type { Db } from '../db/connection.ts';
import type { Schema } from '../db/types.ts';

/**
 * Notes that an exchange payment arrived, in the transaction that settles its bill (EXCH-02), and in which way: a card may
 * have been tried while a code could still be paid.
 */
export async function markExchangePaid(
  tx: Db,
  cambioId: number,
  { forma, parcelas }: Pick<Selectable<Schema['charges']>, 'forma' | 'parcelas'>,
  at: Date,
): Promise<void> {
  const paid = await tx
    .updateTable('cambio_pagamentos')
    .set({ status: 'pago', forma, parcelas, pago_em: at.toISOString(), motivo: null })
    .where('id', '=', cambioId)
    .where('status', '=', 'pendente')
    .returning('request_id')
    .executeTakeFirst();
  if (paid?.request_id) await markRequestExchanged(tx, paid.request_id, at);
}
