import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
}

/** Hands one mail on. Throws when the other end does not take it: the outbox tries again. */
export interface MailPort {
  /** `outbox`: mails stay in the table, where the development viewer shows them. */
  readonly kind: 'smtp' | 'outbox';
  send(mail: Mail): Promise<void>;
}

/** @param url `smtp://user:password@host:port`. @param from sender of every mail. */
export function smtpMail(url: string, from: string): MailPort {
  const transport = createTransport(
    { url, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 },
    { from },
  );
  return {
    kind: 'smtp',
    async send(mail) {
      await transport.sendMail(mail);
    },
  };
}

/** Without SMTP a mail is done once it stands in the outbox. */
export const outboxMail: MailPort = { kind: 'outbox', async send() {} };
