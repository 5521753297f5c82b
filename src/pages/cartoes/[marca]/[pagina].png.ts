import { getCollection } from 'astro:content';
import type { APIRoute, GetStaticPaths } from 'astro';
import { scenes } from '#components/art/promo/index.ts';
import type { PromoPage } from '#content/promo-page.schema.ts';
import { drawShareCard } from '#content/share-card.ts';
import { type BrandKey, brands } from '#lib/brand.ts';
import { promoPrice } from '#lib/format/money.ts';

/** The build draws it, then the portal serves it from memory like every file of the build. */
export const prerender = true;

export const getStaticPaths = (async () => {
  const pages = await getCollection('promo');
  return pages.flatMap(({ id, data }) =>
    Object.keys(brands).map((marca) => ({ params: { marca, pagina: id }, props: { data } })),
  );
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ data: PromoPage }> = async ({ params, props: { data } }) => {
  const brand = params.marca as BrandKey;
  const picture = await drawShareCard(brand, scenes[data.arte](brand), {
    brand: brands[brand].shortName,
    title: data.titulo,
    promise: data.promessa,
    foot: `${data.datas.texto} · a partir de ${promoPrice(data.preco.a_partir_de)}`,
  });
  return new Response(new Uint8Array(picture), { headers: { 'Content-Type': 'image/png' } });
};
