import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getMe } from '../../src/lib/contract/account.ts';
import { login } from '../../src/lib/contract/auth.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const ANA = 1;
const username = 'aluna@demo.example';

describe.each(engines)('S5, S16 the log of security on %s', (engine) => {
  let portal: TestSchool;
  const lines: Record<string, unknown>[] = [];
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    const note = (facts: unknown, text?: unknown) => {
      if (text === 'security') lines.push(facts as Record<string, unknown>);
    };
    vi.spyOn(portal.school.log, 'info').mockImplementation(note);
    vi.spyOn(portal.school.log, 'warn').mockImplementation(note);
  });
  beforeEach(() => {
    lines.length = 0;
  });
  afterAll(() => portal.close());

  it('a login, a wrong password and a wrong name are logged, without names in clear', async () => {
    await portal.call(login, { body: { username, password: 'portal-demo' } });
    await portal.call(login, { body: { username, password: 'errada' } });
    await portal.call(login, { body: { username, password: 'errada outra vez' } });
    await portal.call(login, { body: { username: 'ninguem@demo.example', password: 'errada' } });
    expect(lines).toMatchObject([
      { event: 'session-opened', call: 'auth.login', user: ANA, scope: 'full', proven: true },
      { event: 'refused', call: 'auth.login', status: 400 },
      { event: 'refused', call: 'auth.login', status: 400 },
      { event: 'refused', call: 'auth.login', status: 400 },
    ]);
    const [, first, second, other] = lines;
    expect(first?.named).toMatch(/^[0-9a-f]{16}$/);
    expect(second?.named).toBe(first?.named);
    expect(other?.named).not.toBe(first?.named);
    for (const line of lines) {
      expect(line.requestId).toEqual(expect.any(String));
      expect(line.from).toMatch(/^[0-9a-f]{16}$/);
    }
    expect(JSON.stringify(lines)).not.toMatch(/aluna|ninguem|errada|portal-demo|127\.0|@/);
  });

  it('a missing right and an invalid session are logged; a visitor is not', async () => {
    expect((await portal.ops.people.listTeam({}, { as: ANA })).status).toBe(403);
    expect((await portal.call(getMe, {}, { token: 'forged' })).status).toBe(401);
    expect((await portal.call(getMe, {})).status).toBe(401);
    expect(lines).toMatchObject([
      { event: 'refused', call: 'people.listTeam', status: 403, user: ANA },
      { event: 'refused', call: 'account.getMe', status: 401, user: undefined },
    ]);
  });

  it('an exceeded limit is logged', async () => {
    for (let tries = 0; tries < 12; tries += 1) {
      await portal.call(login, { body: { username: 'muitas@demo.example', password: 'errada' } });
    }
    expect(lines.map(({ status }) => status)).toEqual([...Array<number>(10).fill(400), 429, 429]);
  });
});
