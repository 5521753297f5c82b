import type { Page } from '@playwright/test';

/** The auth value of the subscription of `withService`. */
export const AUTH = 'c2VjcmV0LW9mLXRlc3RzIQ';
/** Browsers of tests reach no push service: what it would hand out is made here. */
export const withService = (page: Page) =>
  page.addInitScript((auth) => {
    const subscription = {
      endpoint: 'https://fcm.googleapis.com/fcm/send/of-the-test',
      options: { applicationServerKey: null },
      unsubscribe: async () => true,
      toJSON: () => ({
        endpoint: 'https://fcm.googleapis.com/fcm/send/of-the-test',
        keys: {
          auth,
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        },
      }),
    };
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async () => subscription as never;
  }, AUTH);

/** The calls about this device, in their order, such as `PUT users/pwa/`. */
export function deviceCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const [, path] = /\/api\/v1\/((?:users\/pwa|push-notifications)\/.*)$/.exec(request.url()) ?? [];
    if (path) calls.push(`${request.method()} ${path}`);
  });
  return calls;
}
