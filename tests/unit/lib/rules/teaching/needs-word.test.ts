import { expect, it } from 'vitest';
import { type Known, reasonsOf } from '../../../../../src/lib/rules/teaching/needs-word.ts';

const TODAY = '2026-11-24';
const well: Known = {
  frequencia: 90,
  aulas: 10,
  ultimaPratica: '2026-11-20',
  podePraticarDesde: '2026-08-01',
  atrasadas: 0,
};

it.each<[string, Partial<Known>, string[]]>([
  ['a student who does well', {}, []],
  ['presence under the limit', { frequencia: 74 }, ['frequencia']],
  ['presence at the limit', { frequencia: 75 }, []],
  ['too few lessons to judge', { frequencia: 0, aulas: 3 }, []],
  ['no attendance yet', { frequencia: null, aulas: 0 }, []],
  ['one late work', { atrasadas: 1 }, []],
  ['two late works', { atrasadas: 2 }, ['atrasos']],
  ['thirteen days without practice', { ultimaPratica: '2026-11-11' }, []],
  ['fourteen days without practice', { ultimaPratica: '2026-11-10' }, ['pratica']],
  ['never practised', { ultimaPratica: null }, ['pratica']],
  ['new in the class', { ultimaPratica: null, podePraticarDesde: '2026-11-20' }, []],
  [
    'practised an earlier book only, and new here',
    { ultimaPratica: '2026-01-01', podePraticarDesde: '2026-11-20' },
    [],
  ],
  ['a book without practice', { ultimaPratica: null, podePraticarDesde: null }, []],
  ['all of it', { frequencia: 50, atrasadas: 3, ultimaPratica: null }, ['frequencia', 'atrasos', 'pratica']],
])('%s', (_, known, reasons) => {
  expect(reasonsOf({ ...well, ...known }, TODAY)).toEqual(reasons);
});
