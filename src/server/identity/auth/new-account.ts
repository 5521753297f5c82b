/** The initial values of every account, however it is created. */
export const newAccount = {
  is_club: false,
  pwa_installed: false,
  email_verified: false,
  is_blocked: false,
  token_version: 1,
} as const;
