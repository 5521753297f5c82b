import type { Logger } from 'pino';
import type { Caller, Scope } from '#lib/session.ts';
import type { HashQueue } from '../auth/hash-queue.ts';
import type { Tokens } from '../auth/tokens.ts';
import type { Config } from '../config.ts';
import type { Database, Db } from '../db/connection.ts';
import type { ExchangeCustomer } from '../exchange/exchange-customer.ts';
import type { BillCustomers } from '../finance/bill-kinds.ts';
import type { Ports } from '../ports/index.ts';
import type { Limits } from './limits.ts';
import type { Turns } from './turns.ts';

/** Who is told of money that arrived, given by the composition of the school (0073). */
export interface Customers {
  bills: BillCustomers;
  exchanges: ExchangeCustomer;
}

/** What lives as long as the process. */
export interface School {
  config: Config;
  database: Database;
  db: Database['db'];
  ports: Ports;
  customers: Customers;
  limits: Limits;
  tokens: Tokens;
  hashes: HashQueue;
  turns: Turns;
  log: Logger;
  now(): Date;
  /** Wakes the background work, for example after a mail was queued. */
  wake(): void;
  /** Has what is due for devices sent soon, for example after messages were queued. */
  wakeSender(): void;
}

export interface Session {
  userId: number;
  /** Of the access token: what belongs to this session ends with it. */
  tokenId: string;
  scope: Scope;
  /** The book whose code was used, for the scope `book`: its practice alone is open. Else null. */
  bookId: number | null;
  companyId: number | null;
  escolaId: number | null;
  isClub: boolean;
  vendaDiretaAllow: boolean;
  actionIds: ReadonlySet<number>;
}

/** What a handler works with: the school, this request, and `session` where the call needs a bearer. */
export interface PublicCtx extends School {
  caller: Caller;
  request: Request;
  /** Headers to add to the answer. Those that begin with `x-portal-` are for the gateway and never leave it. */
  headers: Headers;
  /** The session, if a valid token came along. @throws Refusal 403 where a printed book code does not open this call */
  findSession(): Promise<Session | null>;
}
export interface Ctx extends PublicCtx {
  session: Session;
}

export type { Db };
