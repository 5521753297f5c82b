import { createTransport } from 'nodemailer';
import { type ServiceLimits, serviceLimits } from '#lib/rules/time/service-limits.ts';
import { isOwnNetwork } from './own-network.ts';

export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Equal for each try to send one mail, so that mail programs show a second copy as the same message. */
  id?: string;
  /** The one-click address that unsubscribes from mails of this kind without a login (RFC 8058). */
  unsubscribe?: string | null;
}

/** Sends one mail. Throws if the server does not accept it: the outbox tries again. */
export interface MailPort {
  /** `outbox`: a mail counts as sent once it is in the table, where the viewer shows it. `none`: it waits there for SMTP. */
  readonly kind: 'smtp' | 'outbox' | 'none';
  send(mail: Mail): Promise<void>;
}

/** Mails are sent over TLS only: a server without TLS gets nothing, unless it is on this machine or in its network. */
export const mailSettings = (url: string, { connectMs, silenceMs } = serviceLimits.mail as ServiceLimits) => ({
  url,
  requireTLS: !isOwnNetwork(new URL(url).hostname),
  dnsTimeout: connectMs,
  connectionTimeout: connectMs,
  greetingTimeout: silenceMs,
  socketTimeout: silenceMs,
});

/** With both headers, a mail program offers to unsubscribe, and sends the form itself. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/**
 * @param url `smtp://user:password@host:port`. @param from sender of every mail.
 */
export function smtpMail(url: string, from: string, limits?: ServiceLimits): MailPort {
  const transport = createTransport(mailSettings(url, limits), { from });
  return {
    kind: 'smtp',
    async send({ id, unsubscribe, ...mail }) {
      await transport.sendMail({
        ...mail,
        ...(id && { messageId: `<${id}@${hostOf(from)}>` }),
        ...(unsubscribe && { headers: unsubscribeHeaders(unsubscribe) }),
      });
    },
  };
}

/** @param from an address, or a name with the address in angle brackets */
const hostOf = (from: string) => /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? 'portal.invalid';

/** For a school without SMTP: nothing is sent, and nothing counts as sent. */
export const noMail: MailPort = {
  kind: 'none',
  async send() {
    throw new Error('SMTP_URL is not set');
  },
};

/** For the demo and for tests: a mail counts as sent once it is in the outbox. */
export const outboxMail: MailPort = { kind: 'outbox', async send() {} };
