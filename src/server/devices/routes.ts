import type * as devices from '#lib/contract/devices.ts';
import { pushMessages } from '#lib/words/devices.ts';
import type { Routes } from '../http/handler.ts';
import { notFound } from '../http/refusal.ts';
import { present } from './present.ts';
import { devicesOf, ownDevice } from './queries.ts';
import { reportEvent } from './report-event.ts';
import { subscribeDevice, updateDevice } from './store-device.ts';
import { testPush } from './test-push.ts';
import { vapidKeys } from './vapid.ts';

export const devicesRoutes: Routes<typeof devices> = {
  getPushKey: async (_input, ctx) => ({ key: vapidKeys(ctx).publicKey }),
  updatePwa: async ({ body }, { db, session }) => {
    await db.updateTable('users').set(body).where('id', '=', session.userId).execute();
    return body;
  },
  subscribe: ({ body }, ctx) => subscribeDevice(ctx, body),
  updateSubscription: ({ body }, ctx) => updateDevice(ctx, body),
  listSubscriptions: async (_input, { db, session }) => (await devicesOf(db, session.userId)).map(present),
  getSubscription: async ({ params }, { db, session }) => {
    const device = await ownDevice(db, session.userId, params.id);
    if (!device) throw notFound(pushMessages.unknownDevice);
    return present(device);
  },
  unsubscribe: async ({ params }, { db, session }) => {
    const device = await ownDevice(db, session.userId, params.id);
    if (!device) throw notFound(pushMessages.unknownDevice);
    await db.deleteFrom('push_subscriptions').where('id', '=', device.id).execute();
    return { detail: pushMessages.forgotten };
  },
  reportEvent: ({ body }, ctx) => reportEvent(ctx, body),
  testPush: (_input, ctx) => testPush(ctx),
};
