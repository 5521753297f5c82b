import { matchRoute } from '../routes/route-table.ts';

/** The name of the page that a contact comes from. @param pagina such as `/knn-orlando` */
export const pageName = (pagina: string): string => matchRoute(pagina)?.route.title ?? pagina;

/** The advert that brought a contact: `instagram · julho`; null without marks. */
export function campaignOf(utm: Readonly<Record<string, string>> | null): string | null {
  const { source, medium, campaign } = utm ?? {};
  const known = [source, medium, campaign].filter(Boolean);
  return known.length > 0 ? known.join(' · ') : null;
}
