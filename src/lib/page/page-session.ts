import type { Client } from '../api/client.ts';
import type { Scope } from '../session.ts';
import type { OperationClient } from './operations.ts';

/** Sends calls of the contract, and operations by name. */
export type PageApi = Client & OperationClient;

/** The browser’s session as pages and middleware see it. They cannot read its cookies. */
export interface PageSession {
  /** Sends calls in this browser’s name, inside the process. */
  api: PageApi;
  /** The request has a session cookie. Whether it is still valid, `users/me/` decides. */
  hasToken: boolean;
  /** The claims of the token: only a hint for guards, because the API checks again. */
  scope: Scope | null;
  /** The empty book of this browser, after a real look-up (BOOK-04). */
  book(): Promise<{ uuid: string; isEmpty: true } | null>;
  cookie(base: string): string | undefined;
  /** @param maxAge seconds; 0 deletes. */
  setCookie(base: string, value: string, options: { maxAge?: number; readable?: boolean }): void;
  /** The sealed current time, for a form that is the answer to another form and sends it back. */
  startForm(): Promise<string>;
  /** Milliseconds since this browser first touched a public form, or since the sealed time; null for an invalid one. */
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
