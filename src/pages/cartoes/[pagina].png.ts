import { type CollectionEntry, getCollection } from 'astro:content';
import type { APIRoute, GetStaticPaths } from 'astro';
import { scenes } from '#components/art/promo/index.ts';
import { daylight, palettes } from '#components/art/promo/palettes.ts';
import { drawShareCard } from '#content/share-card.ts';
import { brands } from '#lib/brand.ts';
import { promoPrice } from '#lib/format/money.ts';
import { nextDeparture } from '#lib/rules/promo/departures.ts';
import { dayIn } from '#lib/rules/time/zones.ts';

/** The build draws it, then the portal serves it from memory like every file of the build. */
export const prerender = true;

export const getStaticPaths = (async () => {
  const pages = await getCollection('promo');
  return pages.map(({ id, data }) => ({ params: { pagina: id }, props: { data } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<Pick<CollectionEntry<'promo'>, 'data'>> = async ({ props: { data } }) => {
  const { arte, marca, titulo, promessa, turmas, preco } = data;
  // The day of the build: a card is drawn once.
  const when = nextDeparture(turmas, dayIn('America/Sao_Paulo', new Date())).texto;
  const picture = await drawShareCard(daylight(palettes[arte]), scenes[arte](), {
    brand: brands[marca].shortName,
    title: titulo,
    promise: promessa,
    foot: `${when} · a partir de ${promoPrice(preco.a_partir_de)}`,
  });
  return new Response(new Uint8Array(picture), { headers: { 'Content-Type': 'image/png' } });
};
