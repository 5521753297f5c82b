import { expect, it } from 'vitest';
import type { Client } from '../../../../../src/lib/api/client.ts';
import { updateRelatedUsers } from '../../../../../src/lib/contract/account.ts';
import { serveLoginPage } from '../../../../../src/lib/forms/auth/login-page.ts';
import type { FormPage } from '../../../../../src/lib/forms/submit.ts';

/** The related user ids that a login form without JavaScript sends. */
async function relatedAfter(fields: Record<string, string>): Promise<unknown[]> {
  const sent: unknown[] = [];
  const api = (async (call: unknown, input: { body?: { drive_users_ids?: number[] } }) => {
    if (call === updateRelatedUsers) sent.push(input.body?.drive_users_ids);
    return { users: [{ id: 7, drive_user_id: 11 }], expires_at: '2030-01-01T00:00:00.000Z' };
  }) as unknown as Client;
  const url = new URL('https://aluno.example/login/main');
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) });
  const locals = { session: { api } as FormPage['locals']['session'] };
  expect(await serveLoginPage({ request, url, locals })).toEqual({ redirect: '/dashboard' });
  return sent;
}

it('AUTH-14 an account choice without JavaScript links the listed accounts', async () => {
  expect(await relatedAfter({ user_id: '7', listadas: '11,12' })).toEqual([[11, 12]]);
});

it('AUTH-14 a single listed account is linked too, since the chosen one may have no enrollment', async () => {
  expect(await relatedAfter({ user_id: '7', listadas: '11' })).toEqual([[11]]);
});

it.each(['', 'x,y', '-1,0'])('a list of %j links nothing', async (listadas) => {
  expect(await relatedAfter({ user_id: '7', listadas })).toEqual([]);
});
