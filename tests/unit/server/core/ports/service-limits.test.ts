import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { askHost } from '../../../../../src/connected/ask-host.ts';
import { serviceLimits } from '../../../../../src/lib/rules/time/service-limits.ts';
import { openReports } from '../../../../../src/process/sentry.server.config.ts';
import { readConfig } from '../../../../../src/server/config.ts';
import { httpExchangeRates } from '../../../../../src/server/core/ports/exchange-rates.ts';
import { openFiles } from '../../../../../src/server/core/ports/files.ts';
import type { Ports } from '../../../../../src/server/core/ports/index.ts';
import { smtpMail } from '../../../../../src/server/core/ports/mail.ts';
import { httpProvider } from '../../../../../src/server/core/ports/payments/http-provider.ts';
import { jsonOverTls } from '../../../../../src/server/core/ports/payments/json-over-tls.ts';
import { publicPostalCodes } from '../../../../../src/server/core/ports/postal-code.ts';
import { httpPushServices } from '../../../../../src/server/core/ports/push-services.ts';
import { scannedFiles } from '../../../../../src/server/core/ports/scanned-files.ts';
import { late } from '../../../../support/late.ts';
import { closeAll, listenOn } from '../../../../support/listen.ts';
import { filesBelow, isSource } from '../../../architecture/sources.ts';

const limits = { connectMs: 200, silenceMs: 200 };
/** Far more than the limits, also with a second try, and far less than any limit of a package. */
const SOON_MS = 6_000;

const FIRST = Buffer.alloc(1_000_000, 'a');

/** Code that opens a connection, or calls a package that does. */
const OUTWARD =
  /\bfetch\(|\b(?:https?)?[rR]equest\((?:\s|options|\{)|\bcreateTransport\(|new S3Driver\(|\bconnect\(|makeNodeTransport|new pg\.(?:Client|Pool)/;

/** Files that match, but open no connection or get their limits from their callers. */
const exempt: Readonly<Record<string, string>> = {
  'src/server/core/ports/payments/http-provider.ts': 'gets its time from the settings',
  'src/connected/ask-host.ts': 'gets its time from the settings',
};

describe('time limits of services outside the process (S12)', () => {
  it('each port has time limits of some seconds', () => {
    // A port that is missing in this list is an error of types, and one without limits fails here.
    const ports: Record<keyof Ports, true> = {
      exchangeRates: true,
      files: true,
      mail: true,
      payments: true,
      postalCodes: true,
      pushServices: true,
      webhooks: true,
      whatsapp: true,
    };
    expect(Object.keys(serviceLimits)).toEqual(expect.arrayContaining(Object.keys(ports)));
    for (const [name, { connectMs, silenceMs }] of Object.entries(serviceLimits)) {
      expect([name, connectMs > 0 && connectMs <= 10_000, silenceMs > 0 && silenceMs <= 60_000]).toEqual([
        name,
        true,
        true,
      ]);
    }
  });

  it('no other file opens a connection without these limits', () => {
    const used = new Set<string>();
    const found = filesBelow('src/server', 'src/process', 'src/connected', 'src/gateway')
      .filter(isSource)
      .filter((file) => {
        const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
        if (!OUTWARD.test(text) || /\b(serviceLimits|ServiceLimits)\b/.test(text)) return false;
        if (exempt[file]) used.add(file);
        return !exempt[file];
      });
    expect(found).toEqual([]);
    expect([...used].toSorted()).toEqual(Object.keys(exempt).toSorted());
  });

  it('the limits of each port are used somewhere', () => {
    const all = filesBelow('src')
      .filter(isSource)
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const unused = Object.keys(serviceLimits).filter((name) => !all.includes(`serviceLimits.${name}`));
    expect(unused).toEqual([]);
  });
});

describe('a service that accepts connections and sends nothing (S12)', () => {
  const sockets = new Set<Socket>();
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
    });
    port = await listenOn(server);
  });
  afterAll(() => closeAll(server, sockets));

  const soon = async (work: () => Promise<unknown>) => {
    const ended = work().then(
      () => 'answered',
      () => 'given up',
    );
    return Promise.race([ended, late(SOON_MS)]);
  };
  const http = () => `http://127.0.0.1:${port}`;
  const settings = (address: string) => ({
    ...{ FILES_S3_BUCKET: 'balde', FILES_S3_ENDPOINT: address, FILES_S3_KEY: 'k', FILES_S3_SECRET: 's' },
    NODE_ENV: 'test',
  });
  const bucket = () => openFiles(readConfig(settings(http())), limits);
  const services: Record<string, () => Promise<unknown>> = {
    'the bucket, a file into it': async () => (await bucket()).put('a', Buffer.from('a'), 'text/plain'),
    'the bucket, a file out of it': async () => buffer(await (await bucket()).open('a')),
    'the bucket, a removal': async () => (await bucket()).remove('a'),
    'the bucket, its list': async () => Readable.from((await bucket()).list()).toArray(),
    'the virus scanner': async () =>
      scannedFiles(await bucket(), `tcp://127.0.0.1:${port}`, pino({ level: 'silent' }), limits).put(
        'a',
        Buffer.from('a'),
        'text/plain',
      ),
    mail: () =>
      smtpMail(`smtp://127.0.0.1:${port}`, 'a@school.example', limits).send({
        to: 'b@school.example',
        subject: '',
        html: '',
        text: '',
      }),
    'a payment service': () =>
      httpProvider({ url: http(), key: 'k', webhookSecret: 's', timeoutMs: 200, receiver: {} as never }).find('a'),
    'a bank, before TLS': () =>
      jsonOverTls(new Agent(), { connectMs: 200, silenceMs: 60_000 })('GET', new URL(`https://127.0.0.1:${port}`), {}),
    'postal codes': () => publicPostalCodes(http(), limits).find('13010100'),
    'exchange rates': () => httpExchangeRates(http(), undefined, limits).read('USD'),
    'a push service': () => push('http', 200),
    'a push service, before TLS': () => push('https', 60_000),
    'a host of the franchise': async () => refusing(await askHost(new URL(http()), get, timeout)),
    'a host of the franchise that takes no body': async () =>
      refusing(await askHost(new URL(http()), { ...get, method: 'POST', body: endless() }, timeout)),
  };
  const get = { method: 'GET', headers: new Headers(), body: null };
  const timeout = { timeoutMs: 200, isFile: false };
  const push = (scheme: string, timeoutMs: number) => {
    const url = new URL(`${scheme}://127.0.0.1:${port}/a`);
    const services = httpPushServices({ ownOrigins: new Set([url.origin]), limits });
    onTestFinished(() => services.close());
    return services.post(url, {}, Buffer.from('a'), timeoutMs);
  };

  it.each(Object.entries(services))('%s', async (_name, work) => {
    const connected = new Promise((done) => server.once('connection', done));
    expect(await soon(work)).toBe('given up');
    await connected;
  });

  /** A bucket that begins an answer. */
  const answering = async (more: (socket: Socket) => void) => {
    const begun = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${2 * FIRST.length}\r\n\r\n`);
        socket.write(FIRST, () => more(socket));
      });
    });
    const address = `http://127.0.0.1:${await listenOn(begun)}`;
    onTestFinished(() => closeAll(begun, sockets));
    return openFiles(readConfig(settings(address)), limits);
  };

  it('a download that stops in its middle', async () => {
    const files = await answering(() => undefined);
    expect(await soon(async () => buffer(await files.open('a')))).toBe('given up');
  });

  it('a download continues after its reader was slow', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const files = await answering((socket) => socket.write(FIRST));
    const stream = await files.open('a');
    const bytes = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    let length = (await bytes.next()).value?.length ?? 0;
    // Gives the stream time to read ahead.
    await expect.poll(() => stream.readableLength).toBeGreaterThanOrEqual(stream.readableHighWaterMark);
    vi.advanceTimersByTime(100 * limits.silenceMs);
    for (let next = await bytes.next(); !next.done; next = await bytes.next()) length += next.value.length;
    expect(length).toBe(2 * FIRST.length);
  });

  it('a report to a silent error-report service ends, and its connection with it', async () => {
    const reports = await openReports(
      { dsn: `http://key@127.0.0.1:${port}/1`, environment: 'test', release: undefined },
      limits,
    );
    const ended = Promise.withResolvers<void>();
    server.once('connection', (socket: Socket) => socket.resume().on('close', () => ended.resolve()));
    reports.send(new Error('broken'), {});
    expect(await Promise.race([ended.promise.then(() => 'ended'), late(SOON_MS)])).toBe('ended');
    await reports.close();
  });
});

function refusing(answer: unknown): void {
  if (typeof answer === 'string') throw new Error(answer);
}

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield new Uint8Array(64 * 1024);
}
