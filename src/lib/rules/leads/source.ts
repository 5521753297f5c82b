import { matchRoute } from '../routes/route-table.ts';

/**
 * The title of the page that a lead comes from. @param pagina such as `/knn-orlando`; words of the office are unchanged
 */
export const pageName = (pagina: string): string => matchRoute(pagina)?.route.title ?? pagina;
