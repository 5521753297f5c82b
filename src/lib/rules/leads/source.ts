import { matchRoute } from '../routes/route-table.ts';

/** The name of the page that a contact comes from. @param pagina such as `/knn-orlando`; words of the office stay as they are */
export const pageName = (pagina: string): string => matchRoute(pagina)?.route.title ?? pagina;
