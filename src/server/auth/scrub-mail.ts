const ADDRESS = /\bhttps?:\/\/[^\s<>"']+/g;
/** Typed codes have eight digits. */
const CODE = /\b\d{8}\b/g;

/**
 * The mail that stays in the outbox after sending: its words without secret links and codes. `auth_tokens` keeps only
 * their hashes.
 */
export const withoutSecrets = ({ subject, text }: { subject: string; text: string }) => ({
  subject: subject.replace(CODE, '••••••••'),
  text: text.replace(ADDRESS, '[link]').replace(CODE, '••••••••'),
  html: '',
});
