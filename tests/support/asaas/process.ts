import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Books } from './books.ts';
import { API_KEY, type Deed, NEW_KEY, type Oddity, OTHER_ACCOUNT_KEY, type Stored } from './steering.ts';

// The payment provider in a process of its own. Tests control it by messages, and set its faults.
const file = (name: string) => readFileSync(new URL(`../bank-certificates/${name}`, import.meta.url));

const books = new Books();
let oddities: Oddity[] = [];
const seen: Stored['seen'] = [];

/** Accounts whose keys the provider knows. */
const wallets: Record<string, string> = {
  [API_KEY]: 'carteira-1',
  [NEW_KEY]: 'carteira-1',
  [OTHER_ACCOUNT_KEY]: 'carteira-2',
};

/** Takes the fault for this request, if one is set. */
function oddityOf(name: string): Oddity['does'] | undefined {
  const due = oddities.find(({ at, times }) => name.startsWith(at) && times > 0);
  if (!due) return undefined;
  due.times -= 1;
  return due.does;
}

const server = createServer({ key: file('server.key'), cert: file('server.pem') }, async (request, response) => {
  const { method = '', headers } = request;
  const { pathname, searchParams } = new URL(request.url ?? '', 'https://house');
  const path = pathname.replace(/^\/v3/, '');
  const raw = await text(request);
  const name = `${method} ${path}`;
  // The payment page for people needs no key.
  if (path.startsWith('/i/')) return showInvoice(response, method, path.slice(3));
  const oddity = oddityOf(name);
  const send = (status: number, body: unknown, more: Record<string, string> = {}) => {
    seen.push({ method, path, status });
    response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(body));
  };
  if (oddity === 'deaf') return request.socket.destroy();
  if (oddity === 'html') return response.writeHead(200).end('<h1>Bad gateway</h1>');
  if (oddity === 'busy')
    return send(429, {}, { 'RateLimit-Limit': '100', 'RateLimit-Remaining': '0', 'RateLimit-Reset': '7' });
  if (oddity === 'away') return send(503, {});
  const wallet = wallets[String(headers.access_token)];
  if (!wallet || !headers['user-agent']) return send(401, { errors: [{ code: 'invalid_access_token' }] });
  if (method === 'GET' && raw !== '') return send(403, {});
  const reply = books.answer({ method, path, query: searchParams, body: jsonOf(raw), wallet });
  if (oddity === 'lost') {
    // The request was carried out, but its answer is lost.
    seen.push({ method, path, status: reply.status });
    return request.socket.destroy();
  }
  if (oddity === 'silent') {
    seen.push({ method, path, status: reply.status });
    process.send?.({ silent: name });
    return undefined;
  }
  return send(reply.status, reply.body);
});

/** The page on which a payer enters a card. Here every card is accepted, and none is read. */
function showInvoice(response: ServerResponse, method: string, id: string) {
  const payment = books.payments.find((one) => one.id === id);
  if (!payment) return response.writeHead(404).end();
  if (method === 'POST') {
    books.pay(payment.externalReference ?? '');
    return response.writeHead(303, { location: payment.callback?.successUrl ?? `/v3/i/${id}` }).end();
  }
  return response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<!doctype html><link rel="icon" href="data:,"><title>Fatura</title><form method="post"><button>Pagar ${payment.value}</button></form>`,
    );
}

function jsonOf(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

function act(deed: Deed): unknown {
  if (deed.act === 'pay') return books.pay(deed.reference);
  if (deed.act === 'consent') return books.automatic.consent(deed.contract, deed.then);
  if (deed.act === 'authorization') return books.automatic.say(deed.contract, deed.status);
  if (deed.act === 'debit') return books.automatic.debit(deed.reference);
  if (deed.act === 'fail-debit') return books.automatic.fail(deed.reference, deed.reason);
  if (deed.act === 'automatic') books.automatic.isOn = deed.isOn;
  if (deed.act === 'pay-copy') return books.payCopy(deed.reference);
  if (deed.act === 'charge-back') return books.chargeBack(deed.reference);
  if (deed.act === 'win-dispute') return books.winDispute(deed.reference);
  if (deed.act === 'refund-in-panel') return books.refundInPanel(deed.reference, deed.value);
  if (deed.act === 'set-value') return books.setValue(deed.reference, deed.value);
  if (deed.act === 'domain') books.domain = deed.domain;
  if (deed.act === 'oddities') oddities = deed.list;
  if (deed.act === 'refunds') books.refunds = deed.end;
  if (deed.act === 'clock') books.now = () => new Date(Date.now() + deed.aheadMs);
  if (deed.act === 'lag') books.lagMs = deed.ms;
  if (deed.act === 'add-customer') books.addCustomer(deed);
  if (deed.act === 'stop-queue') for (const webhook of books.webhooks) webhook.interrupted = true;
  if (deed.act === 'finish-refunds') books.finishRefunds();
  const { payments, customers, webhooks, events } = books;
  const { authorizations, instructions } = books.automatic;
  return { payments, customers, webhooks, events, authorizations, instructions, seen } satisfies Stored;
}

process.on('message', ({ id, deed }: { id: number; deed: Deed }) => process.send?.({ id, result: act(deed) }));
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  books.address = `https://127.0.0.1:${port}/v3`;
  process.send?.({ port });
});
