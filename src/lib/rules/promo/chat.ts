import { dialled } from '#lib/format/digits.ts';

/**
 * The link that opens a chat on WhatsApp.
 *
 * @param phone as stored; without it the reader chooses the recipient
 */
export const chatHref = (text: string, phone: string | null = null): string =>
  `https://wa.me/${phone ? dialled(phone).slice(1) : ''}?text=${encodeURIComponent(text)}`;
