import { mailReasons } from '#lib/words/broadcasts-mails.ts';

type Reason = keyof typeof mailReasons;

/** The first match gives the reason: codes of RFC 3463, or what mail servers write without one. */
const signs: readonly (readonly [RegExp, Reason])[] = [
  [/links of this mail are dead/, 'links'],
  [/\b53[045]\b|invalid login|authentication/i, 'login'],
  [/\b5\.1\.\d|(?:user|recipient) unknown|unknown (?:user|recipient)|no such|does not exist/i, 'address'],
  [/\b[45]\.2\.2\b|\b552\b|mailbox full|quota/i, 'full'],
  [/\b[45]\.7\.\d|spam|blocked|blocklist|blacklist|policy|dmarc/i, 'policy'],
  [/\bE(?:CONN|TIMEDOUT|NOTFOUND|AI_AGAIN|SOCKET|HOSTUNREACH)|timeout|greeting never|socket/i, 'away'],
];

/** Why an email failed, in words. @param error of the mail server; it may contain the address, so it is never shown */
export const mailReason = (error: string | null): string =>
  mailReasons[signs.find(([sign]) => sign.test(error ?? ''))?.[1] ?? 'other'];
