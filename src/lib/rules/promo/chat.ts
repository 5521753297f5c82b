import { dialled } from '#lib/format/digits.ts';

/**
 * Where a chat on WhatsApp opens.
 *
 * @param phone as it is stored; without it the reader chooses whom to tell.
 */
export const chatHref = (text: string, phone: string | null = null): string =>
  `https://wa.me/${phone ? dialled(phone).slice(1) : ''}?text=${encodeURIComponent(text)}`;
