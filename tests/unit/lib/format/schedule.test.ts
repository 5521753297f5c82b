import { expect, it } from 'vitest';
import { formatTimetable } from '../../../../src/lib/format/schedule.ts';

const at = (dia_semana: number, inicio = '19:00', fim = '20:30') => ({ dia_semana, inicio, fim });

it.each([
  [[], []],
  [[at(2)], ['ter, 19:00–20:30']],
  [[at(4), at(2)], ['ter e qui, 19:00–20:30']],
  [[at(1), at(3), at(5)], ['seg, qua e sex, 19:00–20:30']],
  [
    [at(1), at(6, '09:00', '11:30')],
    ['seg, 19:00–20:30', 'sáb, 09:00–11:30'],
  ],
  [[0, 1, 2, 3, 4, 5, 6].map((day) => at(day)), ['todos os dias, 19:00–20:30']],
])('a timetable of %j reads %j', (slots, words) => {
  expect(formatTimetable(slots)).toEqual(words);
});
