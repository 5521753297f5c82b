import type { APIRoute } from 'astro';
import { scenes } from '#components/art/promo/index.ts';
import { daylight, palettes } from '#components/art/promo/palettes.ts';
import { type CardText, drawShareCard } from '#content/share-card.ts';
import { partOf } from '#lib/api/part.ts';
import { brands } from '#lib/brand.ts';
import { promoPrice } from '#lib/format/money.ts';
import type { PromoContent } from '#lib/forms/promo/page.ts';
import { nextDeparture } from '#lib/rules/promo/departures.ts';
import { dayIn } from '#lib/rules/time/zones.ts';

/** The last card of each page with its words: a card is drawn again when they change. */
const drawn = new Map<string, { words: string; picture: Promise<Buffer> }>();

/** The picture of a shared link to a promotional page. */
export const GET: APIRoute = async ({ params: { pagina = '' }, locals }) => {
  const part = await partOf(locals.session.api.promo.getPromo({ pagina }));
  if (!part.ok) return new Response('Não encontramos esta imagem.', { status: part.status });
  const text = textOf(part.data, dayIn(locals.settings.timeZone, new Date()));
  const words = JSON.stringify(text);
  const known = drawn.get(pagina);
  const card = known?.words === words ? known : { words, picture: draw(part.data, text) };
  drawn.set(pagina, card);
  card.picture.catch(() => drawn.delete(pagina));
  return new Response(new Uint8Array(await card.picture), {
    headers: { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=3600' },
  });
};

function textOf({ marca, titulo, promessa, turmas, preco }: PromoContent, today: string): CardText {
  const when = nextDeparture(turmas, today)?.texto;
  const price = preco && `a partir de ${promoPrice(preco.a_partir_de)}`;
  const foot = [when, price].filter(Boolean).join(' · ');
  return { brand: brands[marca].shortName, title: titulo, promise: promessa, foot };
}

const draw = ({ arte }: PromoContent, text: CardText) => drawShareCard(daylight(palettes[arte]), scenes[arte](), text);
