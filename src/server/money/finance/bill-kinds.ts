import type { Selectable } from 'kysely';
import type { PaymentMethod } from '#lib/contract/finance.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Schema } from '../../tables.ts';

/** What the portal sells by a bill. Bills of a course have no kind. */
export type BillKind = Exclude<Selectable<Schema['contratos']>['origem'], 'curso'>;

/** The payment that settled a bill. */
export interface BillPayment {
  at: Date;
  forma: PaymentMethod;
  /** In how many parts a card paid. A Pix is one part. */
  parcelas: number;
}

/** What happens to the thing that a kind of bill pays for. */
export interface BillCustomer {
  /** Moves the paid thing on, in the transaction that settles the bill. It runs once for each bill. */
  onPaid(tx: Db, id: number, payment: BillPayment): Promise<void>;
  /** Ends the thing whose price held for its boleto alone, in the transaction that ends the boleto. */
  onBoletoEnded?(tx: Db, thing: { id: number; parcela_id: number }, at: Date): Promise<void>;
  /** The page of the paid thing. */
  pageOf(id: number): string;
}

/** Each kind has its customer. A missing one is a type error. */
export type BillCustomers = Readonly<Record<BillKind, BillCustomer>>;

/** The column of a bill that names what it is for. */
export const billColumns = {
  pedido: 'pedido_id',
  cambio: 'cambio_id',
  viagem: 'usa_pagamento_id',
} as const satisfies Record<BillKind, keyof Schema['parcelas']>;

const kinds = Object.keys(billColumns) as BillKind[];

/** What a bill is for; null for a course. */
export function purposeOf(
  row: Record<(typeof billColumns)[BillKind], number | null>,
): { kind: BillKind; id: number } | null {
  for (const kind of kinds) {
    const id = row[billColumns[kind]];
    if (id !== null) return { kind, id };
  }
  return null;
}
