import type { Page } from '@playwright/test';
import type { Device } from '../../support/push-service.ts';

/** The auth value of the subscription of `withService`. */
export const AUTH = 'c2VjcmV0LW9mLXRlc3RzIQ';
const NOWHERE: Device = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/of-the-test',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: AUTH,
};

/** Browsers of tests reach no push service: its subscription is faked here. */
export const withService = (page: Page, device: Device = NOWHERE) =>
  page.addInitScript(({ endpoint, ...keys }) => {
    const subscription = {
      endpoint,
      options: { applicationServerKey: null },
      unsubscribe: async () => true,
      toJSON: () => ({ endpoint, keys }),
    };
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async () => subscription as never;
  }, device);

/** The calls about this device, in their order, such as `PUT users/pwa/`. */
export function deviceCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const [, path] = /\/api\/v1\/((?:users\/pwa|push-notifications)\/.*)$/.exec(request.url()) ?? [];
    if (path) calls.push(`${request.method()} ${path}`);
  });
  return calls;
}
