import { expect, it } from 'vitest';
import { newWebhookSecret, signWebhook } from '../../../../../src/server/operate/sync/sign-webhook.ts';

// The vector of the Standard Webhooks libraries.
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const AT = new Date(1_614_265_330_000);
const BODY = '{"test": 2432232314}';

it('a webhook has the signature of the published test vector', () => {
  expect(signWebhook([SECRET], ID, BODY, AT)).toEqual({
    'webhook-id': ID,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('a webhook is signed with each valid secret, the current one first', () => {
  const fresh = newWebhookSecret();
  expect(fresh).toMatch(/^whsec_[\w+/]{43}=$/);
  const [first, second] = (signWebhook([fresh, SECRET], ID, BODY, AT)['webhook-signature'] ?? '').split(' ');
  expect(second).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  expect(first).not.toBe(second);
});
