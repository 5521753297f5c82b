import ical from 'ical-generator';
import { shiftDay } from '#lib/rules/time/days.ts';
import type { PromoPage } from './promo-page.schema.ts';

const at = (day: string) => new Date(`${day}T00:00:00Z`);
/** A calendar counts until the first day after. */
const after = (day: string) => at(shiftDay(day, 1));

/**
 * A departure of a trip and the last day for joining it, as iCalendar.
 *
 * @param id always the same, so that a calendar replaces its entry.
 */
export function departureCalendar(
  id: string,
  { titulo, promessa, local }: Pick<PromoPage, 'titulo' | 'promessa' | 'local'>,
  { inicio, fim, inscricoes_ate }: PromoPage['turmas'][number],
): string {
  const calendar = ical({ prodId: { company: 'portal', product: 'viagens', language: 'PT' }, name: titulo });
  calendar.createEvent({
    id: `${id}@portal`,
    start: at(inicio),
    end: after(fim),
    allDay: true,
    summary: titulo,
    description: promessa,
    location: `${local.cidade}, ${local.pais}`,
  });
  calendar.createEvent({
    id: `${id}-inscricoes@portal`,
    start: at(inscricoes_ate),
    end: after(inscricoes_ate),
    allDay: true,
    summary: `Último dia de inscrição: ${titulo}`,
  });
  return calendar.toString();
}
