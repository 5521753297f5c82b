import { expect, it } from 'vitest';
import { readSlots, writeSlots } from '../../../../../src/lib/rules/teaching/typed-slots.ts';

it('typed weekly hours are restored, including incomplete ones but not empty lines', () => {
  const slots = [
    { dia_semana: 1, inicio: '19:00', fim: '20:30' },
    { dia_semana: 3, inicio: '', fim: '' },
    { dia_semana: 3, inicio: '08:00', fim: '' },
    { dia_semana: 0, inicio: '', fim: '09:00' },
  ];
  expect(writeSlots(slots)).toBe('1 19:00-20:30;3 08:00-;0 -09:00');
  expect(readSlots(writeSlots(slots))).toEqual(slots.filter(({ inicio, fim }) => inicio || fim));
  expect(readSlots('')).toEqual([]);
});
