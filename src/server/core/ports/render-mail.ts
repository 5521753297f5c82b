import type { MailContent } from './mail-layout.ts';

/** Renders a mail. The renderer is loaded with the first mail: 11 MB that many processes never need. */
export const renderMail = async (content: MailContent): Promise<{ html: string; text: string }> =>
  (await import('./mail-layout.ts')).layOut(content);
