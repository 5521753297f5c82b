import type { User } from './contract/account.schema.ts';
import { zoneOr } from './rules/time/zones.ts';

/** `book`: came with a printed code only, and opens what the API names for such a session. */
export type Scope = 'full' | 'book';

/** The user as the franchise's host confirms it, in connected mode. */
export interface VouchedUser {
  user: User;
  /** A digest of the access token, which is stored nowhere. */
  tokenId: string;
  scope: Scope;
  /** The host that issued these numbers. */
  host: string;
}

/** Who sends a call, as the gateway tells the API. One object for each browser request. */
export interface Caller {
  requestId: string;
  /** The client's address; behind a trusted proxy, the address that the proxy names. */
  address: string;
  /** Bearer token from the session cookie; absent if the request has its own header. */
  token?: string;
  /** From the device cookie: this browser has used a password before. */
  device?: string;
  /** From the choice cookie: usable once, replaces the password (AUTH-06). */
  choiceTicket?: string;
  /** The empty book that this browser opened, after a real look-up. */
  bookUuid?: string;
  /** Connected mode: asks the franchise's host who this is, because it issues the tokens. */
  vouch?: () => Promise<VouchedUser>;
}

/**
 * The token of a request. A wrong header of the request never falls back to the cookie: the sender meant that token.
 */
export function tokenOf(request: Request, caller: Caller): string | undefined {
  const header = request.headers.get('authorization');
  return header === null ? caller.token : /^Bearer (\S+)$/i.exec(header)?.[1];
}

/** What guards know of the user; the `User` of the contract fits. */
export interface SessionUser {
  drive_user: { company: { id: number; venda_direta_allow: boolean; timezone?: string } } | null;
  user_actions: readonly { action_id: number }[];
  is_club: boolean;
  updated_at: string | null;
  phone?: string | null;
  cep?: string | null;
  cpf?: string | null;
  email?: string | null;
  full_name?: string | null;
  street_number?: string | null;
  street?: string | null;
}

/**
 * The zone for a user's days and hours: that of the user's school, else `fallback`. A name that the runtime does not
 * know counts as none, so that a wrong entry of one school never breaks its pages.
 */
export const schoolZone = (user: Pick<SessionUser, 'drive_user'> | null, fallback: string): string =>
  zoneOr(user?.drive_user?.company.timezone, fallback);

export interface BookInfo {
  uuid: string;
  isEmpty: boolean;
}

export interface PortalSession {
  user: SessionUser | null;
  book: BookInfo | null;
  /** `book`: came with a printed code only; null without a token. */
  scope: Scope | null;
}

export const THEMES = ['claro', 'escuro', 'sistema'] as const;
export type Theme = (typeof THEMES)[number];
export const TEXT_SIZES = ['normal', 'grande'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

/** The level test that this browser continues. */
export const testCookie = 'portal_test';
export const sessionCookie = 'portal_session';
/** Marks a browser that has used a password before. */
export const deviceCookie = 'portal_device';
export const bookCookie = 'portal_book';
/** Usable once within two minutes: replaces the password while the user chooses an account. */
export const choiceCookie = 'portal_choice';
export const emailTokenCookie = 'portal_email_token';
export const themeCookie = 'portal_theme';
export const textCookie = 'portal_text';
export const flashCookie = 'portal_flash';
/** When this browser first touched a public form. */
export const formCookie = 'portal_form';

/** Over TLS the prefix stops other hosts and plain HTTP from setting the cookie. */
export const cookieName = (base: string, secure: boolean) => (secure ? `__Host-${base}` : base);
