import { expect, it } from 'vitest';
import { weeksBeside } from '../../../../../src/lib/rules/teaching/weeks-beside.ts';

it('links to the next and previous week keep the chosen filters', () => {
  const week = { semana: '2031-05-05', hoje: '2031-05-20', unidade: { id: 101 } };
  const links = weeksBeside(week, { semana: '2031-05-05', professor: '9', sala: 'Sala 2', q: 'Reach', depois: 'x' });
  const chosen = { unidade: '101', professor: '9', sala: 'Sala 2', q: 'Reach' };
  expect(links.map(({ href }) => Object.fromEntries(new URLSearchParams(href.split('?')[1])))).toEqual([
    { ...chosen, semana: '2031-04-28' },
    { ...chosen, semana: '2031-05-20' },
    { ...chosen, semana: '2031-05-12' },
  ]);
  expect(weeksBeside({ ...week, hoje: '2031-05-06' }, {}).map(({ label }) => label)).not.toContain('Hoje');
});
