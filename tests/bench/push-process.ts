import { createECDH, randomBytes } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import pino from 'pino';
import webPush from 'web-push';
import { readConfig } from '../../src/server/config.ts';
import type { School } from '../../src/server/core/http/ctx.ts';
import { payloadOf } from '../../src/server/messages/devices/send-push.ts';
import { vapidKeys } from '../../src/server/messages/devices/vapid.ts';
import { openSchool } from '../../src/server/school.ts';

/** Results of one process. Rates in messages a second, the rest in milliseconds. */
export interface Measured {
  /** Bare cost, before and after: with a signature for each message, and with one for all. */
  signedEach: number[];
  signedOnce: number[];
  took: number;
  cpu: number;
  delayP99: number;
  delayMax: number;
}

// Run as a process of its own, started by a message: the bare cost, all due messages, the bare cost again.
const SAMPLE = Number(process.env.SAMPLE);
const { school, sender, close } = await openSchool(readConfig(process.env), pino({ level: 'silent' }), {
  backgroundWork: false,
});
const curve = createECDH('prime256v1');
const keys = {
  p256dh: curve.generateKeys('base64url', 'uncompressed'),
  auth: randomBytes(16).toString('base64url'),
};
const payload = payloadOf(
  {
    title: 'Aula de reposição no sábado',
    body: 'A aula que faltou acontece no sábado, às 9h, na unidade Centro. Confirme a presença na agenda.',
    path: '/aula-online/list',
    tag: 'envio-1',
    token: randomBytes(18).toString('base64url'),
    brand: 'knn',
    broadcastId: 1,
    unread: 3,
  },
  'https://aluno.example',
);

function rateOf(act: () => unknown): number {
  const started = performance.now();
  for (let index = 0; index < SAMPLE; index += 1) act();
  return (SAMPLE * 1_000) / (performance.now() - started);
}
const signing = (own: School) => ({ contentEncoding: 'aes128gcm' as const, vapidDetails: vapidKeys(own) });
const eachSigned = () =>
  webPush.generateRequestDetails({ endpoint: 'https://push.example/x', keys }, payload, signing(school));
const onceSigned = () => webPush.encrypt(keys.p256dh, keys.auth, payload, 'aes128gcm');

rateOf(onceSigned);
const signedEach = [rateOf(eachSigned)];
const signedOnce = [rateOf(onceSigned)];
process.send?.('ready');
process.once('message', async () => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const before = process.cpuUsage();
  const started = performance.now();
  await sender.runOnce();
  const took = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  delay.disable();
  process.send?.('done');
  process.once('message', async () => {
    signedEach.push(rateOf(eachSigned));
    signedOnce.push(rateOf(onceSigned));
    const cpu = (user + system) / 1_000;
    const measured = {
      signedEach,
      signedOnce,
      took,
      cpu,
      delayP99: delay.percentile(99) / 1e6,
      delayMax: delay.max / 1e6,
    };
    await close();
    process.send?.(measured satisfies Measured, () => process.exit(0));
  });
});
