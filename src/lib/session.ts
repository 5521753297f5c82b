import type { Right } from './contract/account.schema.ts';
import { zoneOr } from './rules/time/zones.ts';

/** `book`: a printed-code session, limited to operations with this scope. */
export type Scope = 'full' | 'book';

/** Nobody of this unit gets in (CONST-05). */
export const BLOCKED_COMPANY_ID = 436;

/** The part of the user that guards need; the contract’s `User` matches. */
export interface SessionUser {
  drive_user: { company: { id: number; venda_direta_allow: boolean; timezone?: string } } | null;
  user_actions: readonly { action_id: number }[];
  direitos?: readonly Right[] | null;
  /** The panel opens only after a second factor. */
  precisa_fator?: boolean | null;
  /** The course ended: only the page of personal data opens. */
  so_dados?: boolean | null;
  is_club: boolean;
  updated_at: string | null;
  phone?: string | null;
  cep?: string | null;
  cpf?: string | null;
  email?: string | null;
  full_name?: string | null;
  street_number?: string | null;
  street?: string | null;
  country?: string | null;
}

/**
 * The time zone for a user’s days and hours: that of the user’s school, else `fallback`. A name that the runtime does not
 * support is ignored, so that a wrong entry of one school never breaks its pages.
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
  /** `book`: a printed-code session; null without a token. */
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
/** Usable once within ten minutes: a login that waits for its second factor. */
export const secondStepCookie = 'portal_second_step';
export const emailTokenCookie = 'portal_email_token';
export const themeCookie = 'portal_theme';
export const textCookie = 'portal_text';
/** The version of the style sheets that the browser has cached. */
export const sheetsCookie = 'portal_sheets';
export const flashCookie = 'portal_flash';
/** Set after a 405 redirected to the main screen. Within a minute the next 405 does not redirect. */
export const refusedCookie = 'portal_405';
/** When this browser first touched a public form. */
export const formCookie = 'portal_form';

/** Over TLS the prefix stops other hosts and plain HTTP from setting the cookie. */
export const cookieName = (base: string, secure: boolean) => (secure ? `__Host-${base}` : base);
