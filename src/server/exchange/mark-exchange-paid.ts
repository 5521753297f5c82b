import type { Db } from '../db/connection.ts';

/** Notes that an exchange payment arrived, in the transaction that settles its bill (EXCH-02). */
export async function markExchangePaid(tx: Db, cambioId: number, at: Date): Promise<void> {
  await tx
    .updateTable('cambio_pagamentos')
    .set({ status: 'pago', pago_em: at.toISOString(), motivo: null })
    .where('id', '=', cambioId)
    .where('status', '=', 'pendente')
    .execute();
}
