/** How people come who leave no form: what the office says of a contact that it notes. */
export const officeSources = ['Balcão', 'Telefone', 'WhatsApp', 'Instagram', 'Indicação'] as const;

/** Whether a contact comes from a page of the portal; else the office noted it. */
export const isFromPage = (pagina: string): boolean => pagina.startsWith('/');

/** The advert that brought a contact: `instagram · julho`; null without marks. */
export function campaignOf(utm: Readonly<Record<string, string>> | null): string | null {
  const { source, medium, campaign } = utm ?? {};
  const known = [source, medium, campaign].filter(Boolean);
  return known.length > 0 ? known.join(' · ') : null;
}
