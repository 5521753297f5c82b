import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isFirstClock, ownClockScript } from '../../../../../src/lib/rules/time/own-clock.ts';
import { placeOfZone } from '../../../../../src/lib/words/units.ts';

import { filesBelow } from '../../../architecture/sources.ts';

const BRASILIA = 'America/Sao_Paulo';
const LESSON = { at: '2026-11-24T23:45:00Z', until: '2026-11-25T00:30:00Z' };

/** The text that the script shows beside an hour, on a device in a zone. */
function saidOn(device: string, dataset: Record<string, string | undefined>): string {
  type Clock = new () => { connectedCallback(): void; textContent: string };
  const made: Clock[] = [];
  const registry = { get: () => undefined, define: (_name: string, clock: Clock) => void made.push(clock) };
  class Element {
    dataset = dataset;
    textContent = '';
  }
  class Format extends Intl.DateTimeFormat {
    constructor(locale: string, { timeZone = device, ...options }: Intl.DateTimeFormatOptions) {
      super(locale, { timeZone, ...options });
    }
  }
  new Function('customElements', 'HTMLElement', 'Intl', ownClockScript)(registry, Element, { DateTimeFormat: Format });
  const [Clock] = made;
  if (!Clock) throw new Error('the script defines no element');
  const clock = new Clock();
  clock.connectedCallback();
  return clock.textContent.replaceAll('\u00a0', ' ');
}

const beside = (device: string, zone: string, more: Record<string, string> = {}) =>
  saidOn(device, { at: LESSON.at, zone, place: placeOfZone(zone), ...more });

describe('CLASS-05 the hour of a lesson on a device in another zone', () => {
  it.each([
    ['Europe/Lisbon', BRASILIA, ' de Brasília · 23:45 no seu relógio'],
    ['America/Manaus', BRASILIA, ' de Brasília · 19:45 no seu relógio'],
    ['America/New_York', BRASILIA, ' de Brasília · 18:45 no seu relógio'],
    ['Asia/Tokyo', BRASILIA, ' de Brasília · 25/11, 08:45 no seu relógio'],
    ['America/Sao_Paulo', 'America/Manaus', ' de Manaus · 20:45 no seu relógio'],
    ['America/Rio_Branco', 'America/Noronha', ' de Fernando de Noronha · 18:45 no seu relógio'],
    ['Europe/Lisbon', 'America/Argentina/Ushuaia', ' na escola · 23:45 no seu relógio'],
    ['America/Sao_Paulo', BRASILIA, ''],
    ['America/Bahia', BRASILIA, ''],
    ['America/Manaus', 'America/Manaus', ''],
  ])('in %s, of a school in %s: %j', (device, zone, said) => {
    expect(beside(device, zone)).toBe(said);
  });

  it('also shows the end of a lesson, or only the place of the hour', () => {
    const { until } = LESSON;
    expect(beside('Europe/Lisbon', BRASILIA, { until })).toBe(' de Brasília · 23:45–00:30 no seu relógio');
    expect(beside('Europe/Lisbon', BRASILIA, { only: ' de Brasília' })).toBe(' de Brasília');
    expect(beside('America/Sao_Paulo', BRASILIA, { only: ' de Brasília' })).toBe('');
  });

  it('uses the offset at the time of the lesson, not today’s', () => {
    const winter = { at: '2026-07-07T23:45:00Z', zone: BRASILIA, place: 'de Brasília' };
    expect(saidOn('Europe/Lisbon', winter)).toBe(
      ' de Brasília · 08/07, 00:45 no seu relógio'.replaceAll('\u00a0', ' '),
    );
  });

  it('the script is included once in a page', () => {
    const page = new Request('https://aluno.example/');
    expect([isFirstClock(page), isFirstClock(page), isFirstClock(page.clone())]).toEqual([true, false, true]);
  });
});

it('CLASS-05 each component that shows a student the hour of a lesson also shows the device’s hour', () => {
  const HOUR = /\b(formatTime|relativeTime)\((aula|next|lesson)?\.?(inicio|link_liberado_em)\b/;
  const shown = ['absences', 'account', 'dashboard', 'online-classes', 'pedagogico']
    .flatMap((area) => filesBelow(`src/components/${area}`))
    .filter((file) => HOUR.test(readFileSync(file, 'utf8')));
  expect(shown.length).toBeGreaterThan(7);
  expect(shown.filter((file) => !readFileSync(file, 'utf8').includes('<OwnClock'))).toEqual([]);
});
