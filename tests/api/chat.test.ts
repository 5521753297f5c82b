import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getChatToken } from '../../src/lib/contract/account.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2 };
const KEY = 'the key of the inbox';

describe.each(engines)('GET chatwoot-token/me (API-78, PROFILE-07) on %s', (engine) => {
  let portal: TestSchool;
  let silent: TestSchool;
  beforeAll(async () => {
    silent = await openTestSchool(engine);
    portal = await openTestSchool(engine, {
      env: {
        CHAT_URL: 'https://atendimento.escola.example/app',
        CHAT_WEBSITE_TOKEN: 'inbox-1234',
        CHAT_HMAC_KEY: KEY,
      },
    });
  });
  afterAll(async () => {
    await portal.close();
    await silent.close();
  });

  it('the token of the chat is off unless it is configured', async () => {
    const { status, body } = await silent.call(getChatToken, {}, { as: people.ana });
    expect([status, body]).toEqual([200, { enabled: false }]);
  });
  it('the token of the chat identifies the writer, with a hash that the chat checks and nobody can forge', async () => {
    const { body } = await portal.call(getChatToken, {}, { as: people.ana });
    expect(body).toMatchObject({
      enabled: true,
      base_url: 'https://atendimento.escola.example',
      website_token: 'inbox-1234',
      name: 'Ana Souza',
      identifier_hash: createHmac('sha256', KEY)
        .update(body.identifier ?? '')
        .digest('hex'),
    });
    expect(JSON.stringify(body)).not.toContain(KEY);
    const other = await portal.call(getChatToken, {}, { as: people.bruno });
    expect(other.body.identifier).not.toBe(body.identifier);
  });
  it('the token of the chat is refused to visitors and printed codes', async () => {
    expect((await portal.call(getChatToken, {})).status).toBe(401);
    expect((await portal.call(getChatToken, {}, { as: people.ana, scope: 'book' })).status).toBe(403);
  });
});
