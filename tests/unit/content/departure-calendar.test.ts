import { expect, it } from 'vitest';
import { departureCalendar } from '../../../src/content/departure-calendar.ts';
import { PromoPage } from '../../../src/content/promo-page.schema.ts';
import { promoSource } from '../../support/promo-page.ts';

it('a departure in a calendar has whole days, including the last one, and the enrollment deadline', () => {
  const page = PromoPage.parse(promoSource());
  const [turma] = page.turmas;
  const text = turma ? departureCalendar('knn-orlando-2027-07-03', page, turma) : '';
  const [trip = '', deadline = ''] = text.split('BEGIN:VEVENT').slice(1);
  expect(trip).toContain('UID:knn-orlando-2027-07-03@portal');
  expect(trip).toContain('DTSTART;VALUE=DATE:20270703');
  // Calendars use the first day after the event as its end.
  expect(trip).toContain('DTEND;VALUE=DATE:20270718');
  expect(trip).toContain('LOCATION:Orlando\\, Estados Unidos');
  expect(deadline).toContain('DTSTART;VALUE=DATE:20270226');
  expect(deadline).toContain('SUMMARY:Último dia de inscrição: KNN Orlando');
});
