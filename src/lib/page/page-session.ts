import type { Client } from '../api/client.ts';
import type { Scope } from '../session.ts';
import type { OperationClient } from './operations.ts';

/** Asks calls of the contract, and operations by name. */
export type PageApi = Client & OperationClient;

/** What pages and middleware know of the browser. Its cookies stay in here. */
export interface PageSession {
  /** Asks in this browser's name, inside the process. */
  api: PageApi;
  /** The request has a session cookie. `users/me/` says whether it still counts. */
  hasToken: boolean;
  /** What the token says of itself. Only a hint for guards: the API checks again. */
  scope: Scope | null;
  /** The empty book of this browser, after a real look-up (BOOK-04). */
  book(): Promise<{ uuid: string; isEmpty: true } | null>;
  cookie(base: string): string | undefined;
  /** @param maxAge seconds; 0 deletes. */
  setCookie(base: string, value: string, options: { maxAge?: number; readable?: boolean }): void;
  /** A sealed note of the current time, for a form that answers another form. The next form sends it back. */
  startForm(): Promise<string>;
  /** Milliseconds since this browser first touched a public form, or since the note; null for a wrong note. */
  formAge(note?: string): Promise<number | null>;
  /** Clears what logout clears (AUTH-23), for a session that ended on its own. */
  forget(): void;
  /** A call of this page got 401 for the request's session, and the session is not forgotten yet (ERR-11). */
  readonly hasEnded: boolean;
  /** A call of this page got 405 (ERR-12). */
  readonly isMisdirected: boolean;
  /** The `Set-Cookie` values so far; the page sends them. */
  readonly cookiesToSet: readonly string[];
}
