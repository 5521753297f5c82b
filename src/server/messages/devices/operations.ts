import { z } from 'zod';
import { Counts } from '#lib/contract/broadcasts.schema.ts';
import * as contract from '#lib/contract/devices.ts';
import { Detail, Text } from '#lib/contract/shapes.schema.ts';
import { pushMessages } from '#lib/words/devices.ts';
import { endpoint, islandOperation } from '../../core/http/operation.ts';
import { notFound } from '../../core/http/refusal.ts';
import { owner, user, userNamedInBody, visitor } from '../../core/http/who.ts';
import { subscribeDevice, updateDevice } from './device.ts';
import { present } from './present.ts';
import { devicesOf, ownDevice } from './queries.ts';
import { reportEvent } from './report-event.ts';
import { testPush } from './test-push.ts';
import { vapidKeys } from './vapid.ts';

/** A user with an own device. */
const deviceOwner = owner('device', async ({ db, session }, { id }: { id: string }) => {
  const device = await ownDevice(db, session.userId, id);
  if (!device) throw notFound(pushMessages.unknownDevice);
  return device;
});

/** The operations of devices. */
export const devicesOperations = {
  /** The public application key that a browser subscribes with. */
  getPushKey: islandOperation({
    who: visitor,
    does: 'reads',
    connected: 'composed',
    input: z.object({}),
    result: z.object({ key: z.string() }),
    run: async (_input, ctx) => ({ key: vapidKeys(ctx).publicKey }),
  }),
  updatePwa: endpoint(contract.updatePwa, {
    who: user,
    connected: 'host',
    run: async ({ body }, { db, session }) => {
      await db.updateTable('users').set(body).where('id', '=', session.userId).execute();
      return body;
    },
  }),
  subscribe: endpoint(contract.subscribe, {
    who: userNamedInBody,
    connected: 'host',
    run: ({ body }, ctx) => subscribeDevice(ctx, body),
  }),
  updateSubscription: endpoint(contract.updateSubscription, {
    who: userNamedInBody,
    connected: 'host',
    run: ({ body }, ctx) => updateDevice(ctx, body),
  }),
  listSubscriptions: endpoint(contract.listSubscriptions, {
    who: user,
    connected: 'host',
    run: async (_input, { db, session }) => (await devicesOf(db, session.userId)).map(present),
  }),
  getSubscription: endpoint(contract.getSubscription, {
    who: deviceOwner,
    connected: 'host',
    run: async (_input, { thing }) => present(thing),
  }),
  unsubscribe: endpoint(contract.unsubscribe, {
    who: deviceOwner,
    connected: 'host',
    run: async (_input, { db, thing }) => {
      await db.deleteFrom('push_subscriptions').where('id', '=', thing.id).execute();
      return { detail: pushMessages.forgotten };
    },
  }),
  /** Reports that a notification was shown or clicked; the token authorizes it. */
  reportEvent: islandOperation({
    who: visitor,
    does: 'writes',
    connected: 'devices',
    input: z.object({ delivery_token: Text(200), event: z.enum(['shown', 'clicked', 'closed']) }),
    result: Detail,
    run: (body, ctx) => reportEvent(ctx, body),
  }),
  /** Sends a test to the user's devices. */
  testPush: islandOperation({
    who: user,
    does: 'writes',
    connected: 'devices',
    input: z.object({}),
    result: Counts,
    run: (_input, ctx) => testPush(ctx),
  }),
};
