/**
 * Where a chat on WhatsApp opens.
 *
 * @param phone ten or eleven digits; without it the reader chooses whom to tell.
 */
export const chatHref = (text: string, phone: string | null = null): string =>
  `https://wa.me/${phone ? `55${phone}` : ''}?text=${encodeURIComponent(text)}`;
