/** How every account begins, whoever makes it. */
export const newAccount = {
  is_club: false,
  pwa_installed: false,
  email_verified: false,
  is_blocked: false,
  token_version: 1,
} as const;
