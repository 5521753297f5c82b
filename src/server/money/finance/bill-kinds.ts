import type { Selectable } from 'kysely';
import type { PaymentMethod } from '#lib/contract/finance.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Schema } from '../../tables.ts';

/** What the portal sells with a bill. Bills of a course have no kind. */
export type BillKind = Exclude<Selectable<Schema['contratos']>['origem'], 'curso'>;

/** The payment that settled a bill. */
export interface BillPayment {
  at: Date;
  forma: PaymentMethod;
  /** The number of instalments of a card payment; 1 for Pix. */
  parcelas: number;
}

/** What happens to the thing that a bill pays for. */
export interface BillCustomer {
  /** Called once for each bill, in the transaction that settles it. */
  onPaid(tx: Db, id: number, payment: BillPayment): Promise<void>;
  /** Ends a thing whose price was valid for its boleto only, in the transaction that ends the boleto. */
  onBoletoEnded?(tx: Db, thing: { id: number; parcela_id: number }, at: Date): Promise<void>;
  /** The page of the paid thing. */
  pageOf(id: number): string;
}

/** One customer for each kind; a missing one is a type error. */
export type BillCustomers = Readonly<Record<BillKind, BillCustomer>>;

/** The column of a bill that refers to what it pays for. */
export const billColumns = {
  pedido: 'pedido_id',
  cambio: 'cambio_id',
  viagem: 'usa_pagamento_id',
} as const satisfies Record<BillKind, keyof Schema['parcelas']>;

const kinds = Object.keys(billColumns) as BillKind[];

/** What a bill pays for; null for a course. */
export function purposeOf(
  row: Record<(typeof billColumns)[BillKind], number | null>,
): { kind: BillKind; id: number } | null {
  for (const kind of kinds) {
    const id = row[billColumns[kind]];
    if (id !== null) return { kind, id };
  }
  return null;
}
