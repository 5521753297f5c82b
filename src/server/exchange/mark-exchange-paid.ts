import type { Db } from '../db/connection.ts';

/** Notes that an exchange payment arrived, in the transaction that settles its bill (EXCH-02). */
export async function markExchangePaid(_tx: Db, _cambioId: number, _at: Date): Promise<void> {}
