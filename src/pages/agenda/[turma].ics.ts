import type { APIRoute } from 'astro';
import { departureCalendar } from '#content/departure-calendar.ts';
import { partOf } from '#lib/api/part.ts';

const CALENDAR = /^([a-z-]+)-(\d{4}-\d{2}-\d{2})$/;

/** A departure of a promotional page as an entry of a calendar. */
export const GET: APIRoute = async ({ params: { turma = '' }, locals }) => {
  const [, pagina = '', inicio] = CALENDAR.exec(turma) ?? [];
  const part = await partOf(locals.session.api.promo.getPromo({ pagina }));
  const departure = part.ok ? part.data.turmas.find((each) => each.inicio === inicio) : undefined;
  if (!part.ok || !departure)
    return new Response('Não encontramos esta turma.', { status: part.ok ? 404 : part.status });
  return new Response(departureCalendar(turma, part.data, departure), {
    headers: { 'Content-Type': 'text/calendar; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
};
