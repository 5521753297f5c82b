import type { MailContent } from './mail-layout.ts';

/** Lays a mail out. What it is laid out with loads with the first mail: 11 MB that many processes never need. */
export const renderMail = async (content: MailContent): Promise<{ html: string; text: string }> =>
  (await import('./mail-layout.ts')).layOut(content);
