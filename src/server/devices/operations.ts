import * as contract from '#lib/contract/devices.ts';
import { pushMessages } from '#lib/words/devices.ts';
import { endpoint } from '../http/operation.ts';
import { notFound } from '../http/refusal.ts';
import { owner, user, userNamedInBody, visitor } from '../http/who.ts';
import { present } from './present.ts';
import { devicesOf, ownDevice } from './queries.ts';
import { reportEvent } from './report-event.ts';
import { subscribeDevice, updateDevice } from './store-device.ts';
import { testPush } from './test-push.ts';
import { vapidKeys } from './vapid.ts';
/** What the area offers. */
export const devicesOperations = {
  getPushKey: endpoint(contract.getPushKey, {
    who: visitor,
    connected: 'composed',
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
    who: owner('device'),
    connected: 'host',
    run: async ({ params }, { db, session }) => {
      const device = await ownDevice(db, session.userId, params.id);
      if (!device) throw notFound(pushMessages.unknownDevice);
      return present(device);
    },
  }),
  unsubscribe: endpoint(contract.unsubscribe, {
    who: owner('device'),
    connected: 'host',
    run: async ({ params }, { db, session }) => {
      const device = await ownDevice(db, session.userId, params.id);
      if (!device) throw notFound(pushMessages.unknownDevice);
      await db.deleteFrom('push_subscriptions').where('id', '=', device.id).execute();
      return { detail: pushMessages.forgotten };
    },
  }),
  reportEvent: endpoint(contract.reportEvent, {
    who: visitor,
    connected: 'devices',
    run: ({ body }, ctx) => reportEvent(ctx, body),
  }),
  testPush: endpoint(contract.testPush, { who: user, connected: 'devices', run: (_input, ctx) => testPush(ctx) }),
};
