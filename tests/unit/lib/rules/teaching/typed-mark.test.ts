import { describe, expect, it } from 'vitest';
import { blockOf, markOf, WrongMark } from '../../../../../src/lib/rules/teaching/typed-mark.ts';

describe('a typed mark', () => {
  it.each([
    ['7,5', 7.5],
    ['7.5', 7.5],
    [' 8 ', 8],
    ['0', 0],
    ['10', 10],
    ['', null],
    ['  ', null],
  ])('%j → %s', (text, mark) => {
    expect(markOf(text, 10)).toBe(mark);
  });

  it.each(['11', '10,1', 'dez', '-1', '7,555', '7,', '1e1', '٧'])('%j is no mark', (text) => {
    expect(markOf(text, 10)).toBeInstanceOf(WrongMark);
  });
});

describe('a block of a spreadsheet', () => {
  it.each([
    ['8', [['8']]],
    [
      '8\t7,5\r\n9\t\r\n',
      [
        ['8', '7,5'],
        ['9', ''],
      ],
    ],
    ['8\n\n9\n', [['8'], [''], ['9']]],
  ])('%j', (text, cells) => {
    expect(blockOf(text)).toEqual(cells);
  });
});
