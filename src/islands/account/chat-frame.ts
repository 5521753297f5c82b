/** The prefix of messages between the chat’s frame and its page. */
const PREFIX = 'chatwoot-widget:';
const SILENT_MS = 15_000;

/**
 * Opens the support chat on request, in a frame: none of its scripts runs in the portal. It gets only the user data
 * that its server can check by the hash.
 */
export function wireChat(root: HTMLElement): void {
  const button = root.querySelector<HTMLButtonElement>('button');
  const status = root.querySelector<HTMLElement>('[role=status]');
  const { base = '', website = '', identifier = '', hash = '', name = '', email = '' } = root.dataset;
  if (!button || !status) return;

  button.addEventListener('click', () => {
    const frame = document.createElement('iframe');
    const address = new URL('/widget', base);
    address.searchParams.set('website_token', website);
    frame.src = address.href;
    frame.title = 'Conversa com a escola';
    frame.className = 'border-base-300 h-[min(70dvh,42rem)] w-full rounded-2xl border';
    frame.referrerPolicy = 'no-referrer';
    const say = (event: string, about: object) =>
      frame.contentWindow?.postMessage(PREFIX + JSON.stringify({ event, ...about }), address.origin);
    button.disabled = true;
    status.textContent = 'Abrindo a conversa…';
    const silent = setTimeout(() => {
      status.textContent = 'A conversa está demorando. Você pode tentar de novo, ou usar o telefone da escola.';
      button.disabled = false;
      frame.remove();
    }, SILENT_MS);
    window.addEventListener('message', ({ origin, source, data }) => {
      if (origin !== address.origin || source !== frame.contentWindow || typeof data !== 'string') return;
      if (!data.startsWith(PREFIX) || !/"event":\s*"loaded"/.test(data)) return;
      clearTimeout(silent);
      status.textContent = '';
      button.hidden = true;
      say('config-set', { locale: 'pt_BR', showPopoutButton: false, hideMessageBubble: true, position: 'right' });
      say('toggle-open', { isOpen: true });
      say('set-user', { identifier, user: { name, email, identifier_hash: hash } });
      frame.focus();
    });
    root.append(frame);
  });
}
