import { type CollectionEntry, getCollection } from 'astro:content';
import type { APIRoute, GetStaticPaths } from 'astro';
import { departureCalendar } from '#content/departure-calendar.ts';

/** The build writes a calendar for each departure of a promotional page. */
export const prerender = true;

export const getStaticPaths = (async () => {
  const pages = await getCollection('promo');
  return pages.flatMap(({ id, data }) =>
    data.turmas.map((turma) => ({ params: { turma: `${id}-${turma.inicio}` }, props: { page: data, turma } })),
  );
}) satisfies GetStaticPaths;

type Page = CollectionEntry<'promo'>['data'];

export const GET: APIRoute<{ page: Page; turma: Page['turmas'][number] }> = ({ params, props: { page, turma } }) =>
  new Response(departureCalendar(params.turma ?? '', page, turma), {
    headers: { 'Content-Type': 'text/calendar; charset=utf-8' },
  });
