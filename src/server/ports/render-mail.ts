import type { Aside } from '../threads/aside.ts';
import type { layOut, MailContent } from './mail-layout.ts';

const LAYOUT = new URL('./mail-layout.ts', import.meta.url);

/** Lays a mail out beside the event loop: its library takes a third of a second to load. */
export const renderMail = (papers: Aside, content: MailContent): Promise<{ html: string; text: string }> =>
  papers.run<typeof layOut>(LAYOUT, 'layOut', content);
