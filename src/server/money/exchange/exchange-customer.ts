import type { Recebedor } from '#lib/contract/exchange.schema.ts';
import type { Db } from '../../core/db/connection.ts';

/** A claim to pay a request by the exchange of a quote. */
export interface ExchangeClaim {
  userId: number;
  requestId: number;
  quote: { id: number; moeda: string; valor_minor: number };
  at: Date;
}

/** What an exchange can pay for: the request of a trip. Other exchanges only send money abroad. */
export interface ExchangeCustomer {
  /** Reserves the request for this quote. @throws Refusal when the quote does not pay the request */
  claim(tx: Db, claim: ExchangeClaim): Promise<void>;
  /** The receiver of a request's money; undefined for an unknown request. */
  receiverOf(tx: Db, requestId: number): Promise<Recebedor | undefined>;
  /** Moves the request on, in the transaction that settles the exchange. */
  onPaid(tx: Db, requestId: number, at: Date): Promise<void>;
}
