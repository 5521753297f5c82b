import { addressQuery as query } from './address-query.ts';

type LoginQuery = { next?: string | null; motivo?: string };

/** Addresses of the login, separate from all others, so that its first load stays small. */
export const loginRoutes = {
  main: (parts: LoginQuery = {}) => `/login/main${query(parts)}`,
  qrCode: () => '/login/qr-code',
  /** Book code and user name; `/login/form` has the password (ROUTE-05). */
  book: (parts: { livro?: string } = {}) => `/login/livro${query(parts)}`,
  form: (parts: LoginQuery = {}) => `/login/form${query(parts)}`,
  recoverPassword: (token?: string) => `/login/recover-password${query({ token })}`,
  /** The second factor, after the password. */
  secondStep: (next?: string | null) => `/login/segundo-passo${query({ next })}`,
  /** Choosing the first password, with the token of a mailed link. */
  invitation: (token?: string) => `/convidado${query({ token })}`,
  /** The same, with a printed code. */
  invitationCode: (codigo?: string) => `/convidado${query({ codigo })}`,
  /** After an undone change of e-mail: the earlier password no longer works. */
  newPassword: (token: string) => `/login/recover-password${query({ token, motivo: 'desfeito' })}`,
} as const;

/** The default page after a login. */
export const homeRoute = () => '/dashboard';
