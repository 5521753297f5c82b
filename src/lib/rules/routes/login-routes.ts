import { addressQuery as query } from './address-query.ts';

type LoginQuery = { next?: string | null; motivo?: string };

/** Addresses of the login, apart from all others: its first load carries no more than it needs. */
export const loginRoutes = {
  main: (parts: LoginQuery = {}) => `/login/main${query(parts)}`,
  qrCode: () => '/login/qr-code',
  /** Book code and user name; `/login/form` is the password's (ROUTE-05). */
  book: (parts: { livro?: string } = {}) => `/login/livro${query(parts)}`,
  form: (parts: LoginQuery = {}) => `/login/form${query(parts)}`,
  recoverPassword: (token?: string) => `/login/recover-password${query({ token })}`,
  /** After a change of e-mail was taken back: the password of before opens nothing any more. */
  newPassword: (token: string) => `/login/recover-password${query({ token, motivo: 'desfeito' })}`,
} as const;

/** Where a login leads when nothing else was asked for. */
export const homeRoute = () => '/dashboard';
