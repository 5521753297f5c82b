import { routes } from '../../routes.ts';

const { push } = routes.manager;
const shared = [
  { key: 'messages', label: 'Mensagens', href: push.list() },
  { key: 'history', label: 'Histórico', href: push.history() },
] as const;
const own = [
  { key: 'templates', label: 'Modelos', href: push.templates() },
  { key: 'notices', label: 'Avisos automáticos', href: push.notices() },
  { key: 'mails', label: 'E-mails parados', href: push.mails() },
] as const;

/** The pages of messages. Only the embedded school stores templates and events. */
export const messageParts = ({ isConnected }: { isConnected: boolean }) => (isConnected ? shared : [...shared, ...own]);

/** An island that shows a message’s progress hydrates by itself; others wait for the first touch. */
export const whenLive = (shown: readonly { status: string }[] = []) =>
  shown.some(({ status }) => status === 'enviando') ? 'now' : 'keys';
