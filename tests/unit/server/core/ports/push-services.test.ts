import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../../../scripts/free-port.ts';
import { isPublicAddress, publicLookup } from '../../../../../src/server/core/ports/public-address.ts';
import { httpPushServices, PushSilent } from '../../../../../src/server/core/ports/push-services.ts';
import { refused } from '../../messages/devices/endpoints.ts';

const TIMEOUT_MS = 1_000;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listen(server: Server | ReturnType<typeof createSocketServer>) {
  const state = { connections: 0, origin: '', port: 0 };
  server.on('connection', (socket) => {
    state.connections += 1;
    closing.push(() => socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => server.close());
  state.port = (server.address() as AddressInfo).port;
  state.origin = `http://127.0.0.1:${state.port}`;
  return state;
}
const serve = (answer: RequestListener) => listen(createServer(answer));

function services(origins: readonly string[], addresses?: readonly string[]) {
  const made = httpPushServices({
    ownOrigins: new Set(origins),
    ...(addresses && {
      lookup: publicLookup((_name, _options, done) =>
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        ),
      ),
    }),
  });
  closing.push(() => made.close());
  return made;
}
/** The default limit is generous, since machines differ in speed. */
const post = (made: ReturnType<typeof services>, endpoint: string, limitMs = 30_000) =>
  made.post(new URL(endpoint), { TTL: '60' }, Buffer.from('x'), limitMs);
const whyOf = async (sent: Promise<unknown>) => {
  const error = await sent.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof PushSilent ? error.why : error;
};

describe('push services over HTTP', () => {
  it('the client of push services reuses its connection, and returns status and Retry-After', async () => {
    const service = await serve((request, response) => {
      request.resume();
      request.on('end', () => response.writeHead(429, { 'Retry-After': '7' }).end('{}'));
    });
    const made = services([service.origin]);
    for (let round = 0; round < 3; round += 1) {
      expect(await post(made, `${service.origin}/x`)).toEqual({ status: 429, retryAfter: '7' });
    }
    expect(service.connections).toBe(1);
  });

  it('the client of push services follows no redirect', async () => {
    const other = await serve((_request, response) => response.end());
    const service = await serve((_request, response) =>
      response.writeHead(307, { Location: `${other.origin}/x` }).end(),
    );
    expect(await post(services([service.origin, other.origin]), `${service.origin}/x`)).toMatchObject({ status: 307 });
    expect(other.connections).toBe(0);
  });

  it('a hanging or dripping answer ends at the time limit; a status that has arrived counts', async () => {
    const hang = await serve(() => undefined);
    const drip = await listen(
      createSocketServer((socket) => {
        socket.on('error', () => undefined);
        const drops = setInterval(() => socket.write('H'), 20);
        socket.on('close', () => clearInterval(drops));
      }),
    );
    const slow = await serve((_request, response) => {
      response.writeHead(201).flushHeaders();
      const drops = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drops));
    });
    const made = services([hang.origin, drip.origin, slow.origin]);
    const started = performance.now();
    expect(await whyOf(post(made, `${hang.origin}/x`, TIMEOUT_MS))).toBe('timeout');
    // Bytes that are not HTTP end the request at once or at the limit: either counts as no answer.
    expect(['timeout', 'unreachable']).toContain(await whyOf(post(made, `${drip.origin}/x`, TIMEOUT_MS)));
    expect(await post(made, `${slow.origin}/x`, TIMEOUT_MS)).toMatchObject({ status: 201 });
    expect(performance.now() - started).toBeLessThan(20 * TIMEOUT_MS);
  });

  it('a connection reset and a closed port count as no answer', async () => {
    const reset = await serve((request) => request.socket.resetAndDestroy());
    const closed = `http://127.0.0.1:${await freePort()}`;
    const made = services([reset.origin, closed]);
    expect(await whyOf(post(made, `${reset.origin}/x`))).toBe('reset');
    expect(await whyOf(post(made, `${closed}/x`))).toBe('unreachable');
  });

  it('a message is sent over a new connection when the reused one was closed meanwhile', async () => {
    let count = 0;
    const service = await serve((request, response) => {
      count += 1;
      request.resume();
      if (count === 2) request.socket.resetAndDestroy();
      else request.on('end', () => response.writeHead(201).end());
    });
    const made = services([service.origin]);
    await post(made, `${service.origin}/x`);
    expect(await post(made, `${service.origin}/x`)).toMatchObject({ status: 201 });
    expect(service.connections).toBe(2);
  });
});

describe('S10 no private address is called', () => {
  it.each([
    ['127.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['10.0.0.1', 'fe80::1'],
  ])('a push service is not called by a name that leads to %s', async (...addresses) => {
    const service = await serve((_request, response) => response.end());
    const made = services([], addresses);
    expect(await whyOf(post(made, `http://push.services.test:${service.port}/x`))).toBe('private_address');
    expect(service.connections).toBe(0);
  });

  it('the connection goes to the checked address: a name that later resolves to a private one is not called', async () => {
    const service = await serve((_request, response) => response.end());
    const answers = [['203.0.113.1'], ['127.0.0.1']];
    const requested: string[] = [];
    const lookup = publicLookup((name, _options, done) => {
      requested.push(name);
      done(null, [{ address: answers[requested.length - 1]?.[0] ?? '127.0.0.1', family: 4 }]);
    });
    const made = httpPushServices({ ownOrigins: new Set(), lookup });
    closing.push(() => made.close());
    for (let round = 0; round < 3; round += 1) {
      expect(await whyOf(post(made, `http://push.services.test:${service.port}/x`))).toBe('private_address');
    }
    expect(requested).toHaveLength(3);
    expect(service.connections).toBe(0);
  });

  it('a push service is not called by any number of the corpus, on the port that listens: 0 connections', async () => {
    const service = await serve((_request, response) => response.end());
    const made = services([], ['127.0.0.1']);
    const urls = refused
      .map((endpoint) => URL.parse(endpoint))
      .filter((url) => url !== null)
      .filter(({ protocol, hostname }) => protocol.startsWith('http') && hostname !== '');
    expect(urls.length).toBeGreaterThan(200);
    for (const url of urls) {
      url.protocol = 'http:';
      url.port = String(service.port);
      expect(await whyOf(post(made, url.href)), url.href).toBe('private_address');
    }
    expect(service.connections).toBe(0);
  });

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.63.0.1', '2606:4700::1111', '2a00:1450:4001:80b::200a'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});
