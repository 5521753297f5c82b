import { expect, it } from 'vitest';
import { formatWait } from '../../../../src/lib/format/wait.ts';

it.each([
  [0.2, '1 segundo'],
  [45, '45 segundos'],
  [51, '1 minuto'],
  [61, '2 minutos'],
  [840, '14 minutos'],
  [899, '15 minutos'],
  [3_600, '60 minutos'],
  [5_401, '2 horas'],
  [86_400, '24 horas'],
])('%d seconds are %s', (seconds, words) => {
  expect(formatWait(seconds)).toBe(words);
});
