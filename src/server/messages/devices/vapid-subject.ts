import { isIP } from 'node:net';

interface Named {
  PUSH_SUBJECT?: string;
  PUBLIC_URL?: string;
}

const NOBODY = /(^|\.)(localhost|local|internal|test|invalid|example|example\.(com|net|org))$/;

/** The contact for push services when something is wrong. They accept only `mailto:` and `https:`. */
export const subjectOf = ({ PUSH_SUBJECT, PUBLIC_URL }: Named): string =>
  PUSH_SUBJECT ?? (PUBLIC_URL?.startsWith('https://') ? PUBLIC_URL : 'https://portal.example');

/**
 * Why push services may reject a subject: some answer 403 to an unreachable one, and the message is lost.
 *
 * @returns null for a good one
 */
export function subjectProblem(subject: string): string | null {
  const url = URL.parse(subject);
  const host = url?.protocol === 'mailto:' ? (url.pathname.split('@')[1] ?? '') : (url?.hostname ?? '');
  const isSomebody = host !== '' && !NOBODY.test(host.toLowerCase()) && isIP(host.replace(/^\[|\]$/g, '')) === 0;
  return isSomebody
    ? null
    : `os serviços de push recusam mensagens assinadas por ${subject}; ponha um endereço que alguém lê, como mailto:suporte@ seu domínio`;
}
