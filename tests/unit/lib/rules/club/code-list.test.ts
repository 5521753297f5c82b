import { expect, it } from 'vitest';
import { readCodes } from '../../../../../src/lib/rules/club/code-list.ts';

it('codes are read one a line, from pasted text or a table, and repeated ones are reported', () => {
  expect(readCodes('\uFEFFCódigo;Validade\r\nAAA-1;2030\r\n"BBB 2";2030\r\n\r\nAAA-1;x\r\n')).toEqual({
    codes: [
      { codigo: 'AAA-1', line: 2 },
      { codigo: 'BBB 2', line: 3 },
    ],
    repeated: [5],
    tooLong: [],
  });
  expect(readCodes(`A\n${'x'.repeat(201)}`)).toEqual({ codes: [{ codigo: 'A', line: 1 }], repeated: [], tooLong: [2] });
  expect(readCodes('A-1\u200b\tx\nA-1').repeated).toEqual([2]);
  expect(readCodes(' \n\n').codes).toEqual([]);
});
