import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { inBatches, oneByOne } from '../../../../../src/server/core/db/in-batches.ts';

function setUp() {
  const said: { job: string; row: number }[] = [];
  const log = pino({}, { write: (line: string) => void said.push(JSON.parse(line)) });
  return { log, said };
}
const work = { job: 'tellThem', idOf: (row: number) => row };
const away = () => Object.assign(new Error('connection lost'), { code: 'ECONNREFUSED' });

describe('rows of a job in batches', () => {
  it('a failed batch is retried row by row, and only the bad row is skipped', async () => {
    const { log, said } = setUp();
    const taken: number[][] = [];
    await inBatches(log, [1, 2, 3, 4, 5], { ...work, size: 2 }, async (some) => {
      if (some.includes(3)) throw new Error('bad row');
      taken.push([...some]);
    });
    expect(taken).toEqual([[1, 2], [4], [5]]);
    expect(said).toMatchObject([{ level: 50, job: 'tellThem', row: 3 }]);
  });

  it.each(['57014', '55P03', '40P01'])(
    'up to two rows that time out (%s) are skipped like other bad rows; a third one fails the job',
    async (code) => {
      const { log, said } = setUp();
      const slow = (bad: readonly number[]) => async (some: readonly number[]) => {
        if (some.some((row) => bad.includes(row))) throw Object.assign(new Error('too slow'), { code });
      };
      expect(await inBatches(log, [1, 2, 3, 4, 5], { ...work, size: 2 }, slow([1, 4]))).toBe(3);
      expect(said).toMatchObject([{ row: 1 }, { row: 4 }]);
      expect(await oneByOne(log, [1, 2, 3], work, (row) => slow([2])([row]))).toBe(2);
      await expect(inBatches(log, [1, 2, 3, 4, 5], { ...work, size: 5 }, slow([1, 2, 3]))).rejects.toThrow('too slow');
    },
  );

  it('an unreachable database fails the job and no row is skipped', async () => {
    const { log, said } = setUp();
    const tried: number[] = [];
    const act = async (row: number) => {
      tried.push(row);
      throw away();
    };
    await expect(oneByOne(log, [1, 2], work, act)).rejects.toThrow('connection lost');
    await expect(inBatches(log, [3, 4], { ...work, size: 2 }, ([row]) => act(row ?? 0))).rejects.toThrow();
    expect([tried, said]).toEqual([[1, 3], []]);
  });
});
