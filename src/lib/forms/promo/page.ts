import type { AnswerOf } from '#lib/page/operations.ts';
import type { PageApi } from '#lib/page/page-session.ts';
import { routes } from '#lib/routes.ts';

/** A promotional page as its visitors see it. */
export type PromoContent = AnswerOf<'promo.getPromo'>;

export interface PromoPages {
  page: PromoContent;
  /** The other promotional pages. */
  others: PromoContent[];
}

const slugs = Object.values(routes.promo).map((address) => address().slice(1));

/** A promotional page as the school last published it, and the pages that it links to. @throws ApiError */
export async function readPromo(api: PageApi, slug: string): Promise<PromoPages> {
  const read = (pagina: string) => api.promo.getPromo({ pagina });
  const rest = slugs.filter((each) => each !== slug);
  const [page, ...others] = await Promise.all([read(slug), ...rest.map(read)]);
  return { page, others };
}
