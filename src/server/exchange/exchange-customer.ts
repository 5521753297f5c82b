import type { Recebedor } from '#lib/contract/exchange.schema.ts';
import type { Db } from '../db/connection.ts';

/** A wish to pay a request by the exchange of a quote. */
export interface ExchangeClaim {
  userId: number;
  requestId: number;
  quote: { id: number; moeda: string; valor_minor: number };
  at: Date;
}

/** What an exchange may pay for, where it is more than money abroad: the request of a trip. */
export interface ExchangeCustomer {
  /** Holds the request for this quote. @throws Refusal where the quote does not pay the request */
  claim(tx: Db, claim: ExchangeClaim): Promise<void>;
  /** Who receives the money of a request; undefined where there is no such request. */
  receiverOf(tx: Db, requestId: number): Promise<Recebedor | undefined>;
  /** Moves the request on, in the transaction that settles the exchange. */
  onPaid(tx: Db, requestId: number, at: Date): Promise<void>;
}
