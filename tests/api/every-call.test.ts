import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { everyCall } from '../../src/lib/contract/index.schema.ts';
import { openTestSchool, type TestSchool } from '../support/school.ts';

describe('every call of the contract', () => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool('sqlite');
  });
  afterAll(() => portal.close());

  it.each(everyCall().map(({ call }) => `${call.method} /${call.path}`))('%s is served', async (line) => {
    const [method = '', path = ''] = line.split(' /');
    const answer = await portal.send(method, API_PREFIX + path.replace(/\{\w+\}/g, '1'));
    expect(answer.status).toBeLessThan(500);
  });
});
