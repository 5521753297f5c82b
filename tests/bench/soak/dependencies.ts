import { openBucket } from '../../support/bucket.ts';
import { openFranchise } from '../../support/franchise.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { SERVICE_SECRET, startPaymentService } from '../../support/payment-service.ts';
import { startPushService } from '../../support/push-service.ts';
import { silentProxy } from '../../support/silent-proxy.ts';

export type DependencyName = 'mail' | 'push' | 'payments' | 'files' | 'database' | 'hosts';

export interface Dependency {
  name: DependencyName;
  /** How it fails, for the report. */
  how: string;
  fail(): Promise<void> | void;
  heal(): Promise<void> | void;
}

/** Every dependency of the portal, as a double that can fail. @param databaseUrl null: SQLite, which cannot fail */
export async function openDependencies(databaseUrl: string | null) {
  const mail = await openMailServer();
  const bucket = await openBucket();
  const payments = await startPaymentService();
  const push = await startPushService();
  const hosts = await openFranchise();
  const proxy = databaseUrl === null ? null : await silentProxy(databaseUrl);
  const device = push.device();
  const all: Dependency[] = [
    {
      name: 'mail',
      how: 'answers 421',
      fail: () => void Object.assign(mail, { answer: '421 too busy' }),
      heal: () => void Object.assign(mail, { answer: '250 taken' }),
    },
    {
      name: 'push',
      how: 'answers 503',
      fail: () => void push.answers.set(new URL(device.endpoint).pathname, { status: 503 }),
      heal: () => void push.answers.delete(new URL(device.endpoint).pathname),
    },
    {
      name: 'payments',
      how: 'hangs up',
      fail: () => void Object.assign(payments, { mood: 'down' }),
      heal: () => void Object.assign(payments, { mood: 'well' }),
    },
    {
      name: 'files',
      how: 'answers 503',
      fail: () => void Object.assign(bucket, { isDown: true }),
      heal: () => void Object.assign(bucket, { isDown: false }),
    },
    {
      name: 'hosts',
      how: 'answer 502',
      fail: () => hosts.behave({ quirks: ['html-502'] }),
      heal: () => hosts.behave(),
    },
  ];
  if (proxy) {
    all.push({ name: 'database', how: 'falls silent', fail: () => proxy.silence(), heal: () => proxy.speak() });
  }
  return {
    all,
    device,
    mail,
    /** The settings of the school's own portal, and of one in connected mode. */
    env: {
      own: {
        ...bucket.env,
        ...(proxy && { DATABASE_URL: proxy.url }),
        SMTP_URL: mail.url,
        PUSH_HOSTS: push.origin,
        PAYMENTS: 'http',
        PAYMENTS_URL: payments.url,
        PAYMENTS_KEY: 'a key of the soak',
        PAYMENTS_WEBHOOK_SECRET: SERVICE_SECRET,
      },
      connected: { ...hosts.env, DEMO: 'off' },
    },
    close: async () => {
      await Promise.all([mail.close(), bucket.close(), payments.close(), push.close(), hosts.close(), proxy?.close()]);
    },
  };
}
