import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { allCalls, laterCalls } from '../../src/server/app.ts';
import { openTestSchool, type TestSchool } from '../support/school.ts';

/** Every call of the contract that is still to come: whoever builds one takes it off this list. */
const later: readonly string[] = [];

const lineOf = ({ call }: ReturnType<typeof allCalls>[number]) => `${call.method} /${call.path}`;
const isLater = (each: ReturnType<typeof allCalls>[number]) => later.includes(lineOf(each));

describe('calls that are still to come', () => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool('sqlite');
  });
  afterAll(() => portal.close());

  const send = (line: string, as?: number) => {
    const [method = '', path = ''] = line.split(' /');
    return portal.send(method, API_PREFIX + path.replace(/\{\w+\}/g, '1'), {}, { as });
  };

  it('are exactly these', () => {
    const names = new Set(laterCalls());
    expect(
      allCalls()
        .filter(({ name }) => names.has(name))
        .map(lineOf)
        .sort(),
    ).toEqual(later);
  });

  it.each(later)('%s answers 501 and says so in words, the same to everybody', async (line) => {
    for (const as of [undefined, 1, 8]) {
      const response = await send(line, as);
      expect([response.status, await response.json()]).toEqual([
        501,
        { detail: 'Esta parte do portal ainda está em construção.', code: 'not_yet' },
      ]);
    }
  });

  it.each(
    allCalls()
      .filter((each) => !isLater(each))
      .map(lineOf),
  )('%s is served', async (line) => {
    expect((await send(line)).status).toBeLessThan(500);
  });
});
