import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Audience, Broadcast, BroadcastInput } from '../../src/lib/contract/broadcasts.schema.ts';
import { createBroadcast, sendBroadcast } from '../../src/lib/contract/broadcasts.ts';
import type { Schema } from '../../src/server/tables.ts';
import { addAccount, type NewAccount } from './accounts.ts';
import { withKey } from './points.ts';
import type { TestSchool } from './school.ts';

export const HELENA = 7;

export const audience = (overrides: Partial<Audience> = {}): Audience => ({
  all: false,
  company_ids: [],
  turma_ids: [],
  livro_ids: [],
  user_ids: [],
  exclude_user_ids: [],
  ...overrides,
});

export const written = (overrides: Partial<BroadcastInput> = {}): BroadcastInput => ({
  title: 'Feira do livro',
  body: 'Sábado, às dez, na escola.',
  link: '/dashboard',
  category: 'aviso',
  audience: audience({ all: true }),
  respect_quiet_hours: false,
  ttl_s: 3600,
  urgency: 'normal',
  ...overrides,
});

/** A draft, by default of Helena. */
export async function addBroadcast(
  portal: TestSchool,
  overrides: Partial<BroadcastInput> = {},
  as = HELENA,
): Promise<Broadcast> {
  const { status, body } = await portal.call(createBroadcast, { body: written(overrides) }, { as });
  if (status !== 200) throw new Error(`createBroadcast: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Sends a broadcast, by default with a new key. */
export const send = (
  portal: TestSchool,
  body: { id: number; scheduled_at?: string; test?: boolean; only_failed_of?: number },
  { as = HELENA, key }: { as?: number; key?: string } = {},
) => portal.call(sendBroadcast, { body }, withKey({ as, key }));

/** Runs the background jobs until none is left for broadcasts. */
export async function work(portal: TestSchool, rounds = 3): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await portal.worker.runOnce();
}

/** A device that cannot be reached, so that a test can check its queue. */
export async function addDevice(
  { school }: Pick<TestSchool, 'school'>,
  userId: number,
  overrides: Partial<Insertable<Schema['push_subscriptions']>> = {},
): Promise<number> {
  const at = school.now().toISOString();
  const { id } = await school.db
    .insertInto('push_subscriptions')
    .values({
      user_id: userId,
      endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(12).toString('base64url')}`,
      p256dh: randomBytes(65).toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
      is_pwa: false,
      device_type: 'mobile',
      platform: 'android',
      session_id: 'test',
      created_at: at,
      updated_at: at,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A person with devices. @returns the id */
export async function addReader(portal: TestSchool, devices = 1, account: NewAccount = {}): Promise<number> {
  const { id } = await addAccount(portal, account);
  for (let count = 0; count < devices; count += 1) await addDevice(portal, id);
  return id;
}
