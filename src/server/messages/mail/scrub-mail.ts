/** The kind of a mail with the code of a reward. */
export const REWARD_CODE = 'reward-code';

const ADDRESS = /\bhttps?:\/\/[^\s<>"']+/g;
/** Typed codes have eight digits. */
const CODE = /\b\d{8}\b/g;

/**
 * The mail that stays in the outbox after sending: its words without secret links and codes. `auth_tokens` keeps only
 * their hashes.
 */
export const withoutSecrets = ({ kind, subject, text }: { kind: string; subject: string; text: string }) => ({
  subject: subject.replace(CODE, '••••••••'),
  // A code of a partner has any form, so nothing of its mail stays.
  text: kind === REWARD_CODE ? '' : text.replace(ADDRESS, '[link]').replace(CODE, '••••••••'),
  html: '',
  unsubscribe: null,
});
