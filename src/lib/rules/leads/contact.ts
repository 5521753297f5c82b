/** Sources of leads without a form, as the office records them. */
export const officeSources = ['Balcão', 'Telefone', 'WhatsApp', 'Instagram', 'Indicação'] as const;

/** Whether a lead comes from a page of the portal; else the office recorded it. */
export const isFromPage = (pagina: string): boolean => pagina.startsWith('/');

/** The advert that brought a lead: `instagram · julho`; null without marks. */
export function campaignOf(utm: Readonly<Record<string, string>> | null): string | null {
  const { source, medium, campaign } = utm ?? {};
  const known = [source, medium, campaign].filter(Boolean);
  return known.length > 0 ? known.join(' · ') : null;
}
