import type { Logger } from 'pino';
import type { ApiRequest, Caller, StoredCookies } from '#lib/api/request.ts';
import type { BrandKey } from '#lib/brand.ts';
import type { Rights } from '#lib/rules/people/rights.ts';
import type { Scope } from '#lib/session.ts';
import type { Config } from '../../config.ts';
import type { HashQueue } from '../../identity/auth/hash-queue.ts';
import type { Tokens } from '../../identity/auth/tokens.ts';
import type { ExchangeCustomer } from '../../money/exchange/open-payment.ts';
import type { BillCustomers } from '../../money/finance/bill-kinds.ts';
import type { Metrics } from '../../operate/metrics/metrics.ts';
import type { Database } from '../db/connection.ts';
import type { Reach } from '../db/reach.ts';
import type { Ports } from '../ports/index.ts';
import type { WorkerThread } from '../threads/worker-thread.ts';
import type { Limits } from './limits.ts';
import type { RequestSlots } from './request-slots.ts';
import type { UserCache } from './user-cache.ts';

/** Areas to notify of a received payment; `customers.ts` provides them (0028). */
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
  slots: RequestSlots;
  userCache: UserCache;
  /** Draws documents in a worker thread: the library is large, and a page takes milliseconds. */
  papers: WorkerThread;
  /** Reads imported tables, in a thread of its own so that documents need not wait. */
  imports: WorkerThread;
  metrics: Metrics;
  log: Logger;
  now(): Date;
  /** Wakes the background work, for example after a mail was queued. */
  wake(): void;
  /** Wakes the sender of device messages, for example after messages were queued. */
  wakeSender(): void;
}

export interface Session {
  userId: number;
  /** The id of the access token; data of this session is deleted with it. */
  tokenId: string;
  /** `key`: the request carries a key of another system, which allows only the tables that `key` names. */
  scope: Scope | 'key';
  key: { id: number; tables: readonly string[]; reads: readonly string[] } | null;
  /** In the scope `book`, the book of the code: only its practice is allowed. Otherwise null. */
  bookId: number | null;
  companyId: number | null;
  /** The zone of the unit, or the portal's. */
  timeZone: string;
  escolaId: number | null;
  /** The brand of the school. */
  marca: BrandKey | null;
  isClub: boolean;
  vendaDiretaAllow: boolean;
  actionIds: ReadonlySet<number>;
  /** Rights of a member of staff, with their reach; empty for others. */
  rights: Rights;
  /** Has a role at the school: such a session ends after some time without use. */
  isStaff: boolean;
  hasFactor: boolean;
  /** Holds panel rights, but the school requires a second factor first: until then `rights` is empty (0097). */
  needsFactor: boolean;
  /** The course ended: the session may only read its own data and request their erasure (0006). */
  ownDataOnly: boolean;
  /** When the session was last used, and when its user last re-authenticated, in milliseconds since 1970. */
  seenAt: number;
  reauthenticatedAt: number;
  /** The number of unread notices, if an earlier call of this page has read it. A write clears it with the session. */
  unread?: number;
}

/** What a handler gets: the school, this request, and `session` if the call needs a bearer. */
export interface PublicCtx extends School {
  caller: Caller;
  request: ApiRequest;
  /** Cookies that this call sets: the gateway sends them to the browser. */
  stored: StoredCookies;
  /**
   * The session, if the request has a valid token. @throws Refusal 403 if a printed book code does not open this call
   */
  findSession(): Promise<Session | null>;
}
export interface Ctx extends PublicCtx {
  session: Session;
  /** The reach of this staff call, by the rights it requires; nobody in a call that is not for staff only. */
  reach: Reach;
}
