/** The first values of every account, for all ways to create one. */
export const newAccount = {
  is_club: false,
  pwa_installed: false,
  email_verified: false,
  is_blocked: false,
  token_version: 1,
} as const;
