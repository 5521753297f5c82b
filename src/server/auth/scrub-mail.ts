const ADDRESS = /\bhttps?:\/\/[^\s<>"']+/g;
/** Codes to type are eight digits. */
const CODE = /\b\d{8}\b/g;

/**
 * A mail as it stays in the outbox after it went out: its words, without links and codes that open something. `auth_tokens`
 * keeps these as hashes alone.
 */
export const withoutSecrets = ({ subject, text }: { subject: string; text: string }) => ({
  subject: subject.replace(CODE, '••••••••'),
  text: text.replace(ADDRESS, '[link]').replace(CODE, '••••••••'),
  html: '',
});
