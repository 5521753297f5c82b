import { afterEach, expect, test, vi } from 'vitest';
import { endSubscription, renewSubscription } from '../../../src/service-worker/subscription.ts';
import { installWorker, subscriptionOf } from './fake-worker.ts';

const answers = {
  '/api/v1/users/me/': { id: 7 },
  '/api/v1/do/devices.getPushKey/': { key: 'school-key' },
  '/api/v1/push-notifications/old%2B1/': { is_pwa: true, device_type: 'mobile' },
};
const old = subscriptionOf('old+1') as unknown as PushSubscription;
const written = (sent: { method: string }[]) => sent.filter(({ method }) => method !== 'GET');
const newDevice = { user_id: 7, endpoint: 'https://push.example/new', p256dh: 'p-new', auth: 'new' };

afterEach(() => vi.unstubAllGlobals());

test('an expired subscription is renewed with the school’s key and replaces the old one', async () => {
  const messages: unknown[] = [];
  const page = {
    visibilityState: 'visible' as const,
    focus: async () => {},
    navigate: async () => null,
    postMessage: (it: unknown) => void messages.push(it),
  };
  const { sent, registration } = installWorker({ answers, windows: [page] });
  const subscribe = vi.spyOn(registration.pushManager, 'subscribe');
  await renewSubscription({ oldSubscription: old });
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'school-key' });
  expect(written(sent)).toEqual([
    {
      method: 'POST',
      path: '/api/v1/push-notifications/subscribe/',
      body: { ...newDevice, is_pwa: true, device_type: 'mobile' },
    },
    { method: 'DELETE', path: '/api/v1/push-notifications/unsubscribe/old%2B1/' },
  ]);
  expect(messages).toEqual([{ type: 'device-changed', auth: 'new' }]);
});

test('a subscription that the browser replaced is sent as it is; without an old one none is deleted', async () => {
  const { sent, registration } = installWorker({ answers });
  const subscribe = vi.spyOn(registration.pushManager, 'subscribe');
  await renewSubscription({ newSubscription: subscriptionOf('new') as unknown as PushSubscription });
  expect(subscribe).not.toHaveBeenCalled();
  expect(written(sent)).toEqual([
    {
      method: 'POST',
      path: '/api/v1/push-notifications/subscribe/',
      body: { ...newDevice, is_pwa: false, device_type: 'desktop' },
    },
  ]);
});

test('without a session no subscription is sent, and nothing fails', async () => {
  const { sent } = installWorker();
  await renewSubscription({ oldSubscription: old });
  expect(written(sent)).toEqual([]);
});

test('OPEN-09 a logout ends the subscription of the browser, so messages on their way are not shown', async () => {
  const { registration } = installWorker();
  const unsubscribe = vi.fn(async () => true);
  registration.pushManager.getSubscription = async () => ({ unsubscribe });
  await endSubscription();
  expect(unsubscribe).toHaveBeenCalledOnce();
});
