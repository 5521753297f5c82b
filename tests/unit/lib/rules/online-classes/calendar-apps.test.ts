import { expect, it } from 'vitest';
import { calendarApp, googleCalendar } from '../../../../../src/lib/rules/online-classes/calendar-apps.ts';

const FEED = 'https://portal.example/api/v1/portal/agenda.ics?a=b&c=d';

it('a calendar is subscribed in the default app of the device', () => {
  expect(calendarApp(FEED)).toBe('webcal://portal.example/api/v1/portal/agenda.ics?a=b&c=d');
  expect(calendarApp('http://127.0.0.1:4000/agenda.ics')).toBe('webcal://127.0.0.1:4000/agenda.ics');
});

it('Google Calendar gets the whole address of the feed', () => {
  const url = new URL(googleCalendar(FEED));
  expect(url.origin).toBe('https://calendar.google.com');
  expect(url.searchParams.get('cid')).toBe(calendarApp(FEED));
});
