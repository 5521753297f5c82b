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

export interface BookInfo {
  uuid: string;
  isEmpty: boolean;
}

export interface PortalSession {
  user: SessionUser | null;
  book: BookInfo | null;
  /** `book`: came with a printed code alone; null without a token. */
  scope: 'full' | 'book' | null;
}

export const THEMES = ['claro', 'escuro', 'sistema'] as const;
export type Theme = (typeof THEMES)[number];
export const TEXT_SIZES = ['normal', 'grande'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

/** The level test that this browser goes on with. */
export const testCookie = 'portal_test';
export const sessionCookie = 'portal_session';
/** Where a password was used before. */
export const deviceCookie = 'portal_device';
export const bookCookie = 'portal_book';
/** One use, two minutes: stands for the password while an account is chosen. */
export const choiceCookie = 'portal_choice';
export const emailTokenCookie = 'portal_email_token';
export const themeCookie = 'portal_theme';
export const textCookie = 'portal_text';
export const flashCookie = 'portal_flash';
/** When this browser first touched a public form. */
export const formCookie = 'portal_form';

/** Over TLS the prefix keeps other hosts and plain HTTP from setting the cookie. */
export const cookieName = (base: string, secure: boolean) => (secure ? `__Host-${base}` : base);
