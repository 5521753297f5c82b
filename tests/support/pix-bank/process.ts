import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { TokenPedido } from './book.ts';
import { Books, CHAVE, PAYER } from './books.ts';
import { type BankState, CLIENT, type Deed, type Oddity, type Seen } from './steering.ts';

// A bank in a process of its own, written from the Central Bank's API Pix 2.8.1 (see book.ts). It asks for the school's
// certificate and for a token. Tests control it by messages, and set its faults.
const file = (name: string) => readFileSync(new URL(`../bank-certificates/${name}`, import.meta.url));

const books = new Books();
const tokens = new Set<string>();
let oddities: Oddity[] = [];
const TOKEN_LASTS_S = 300;
let aheadMs = 0;
books.now = () => new Date(Date.now() + aheadMs);
const seen: Seen[] = [];

/** Takes the fault for this request, if one is set. */
function oddityOf(name: string): Oddity['does'] | undefined {
  const due = oddities.find(({ at, times }) => name.startsWith(at) && times > 0);
  if (!due) return undefined;
  due.times -= 1;
  return due.does;
}

function issueToken(authorization: string | undefined, form: URLSearchParams) {
  const wanted = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`;
  if (authorization !== wanted) return { status: 401, body: { error: 'invalid_client' } };
  const requested = TokenPedido.safeParse(Object.fromEntries(form));
  if (!requested.success) return { status: 400, body: { error: 'invalid_request' } };
  const access_token = randomBytes(24).toString('base64url');
  tokens.add(access_token);
  return {
    status: 200,
    body: { access_token, token_type: 'Bearer', expires_in: TOKEN_LASTS_S, scope: requested.data.scope },
  };
}

const server = createServer(
  {
    key: file('server.key'),
    cert: file('server.pem'),
    ca: file('ca.pem'),
    requestCert: true,
    rejectUnauthorized: true,
  },
  async (request, response) => {
    const { method = '', headers } = request;
    const { pathname, searchParams } = new URL(request.url ?? '', 'https://bank');
    const path = pathname.replace(/^\/api\/v2/, '');
    const raw = await text(request);
    const name = `${method} ${path}`;
    const oddity = oddityOf(name);
    const send = (status: number, body: unknown, more: Record<string, string> = {}) => {
      seen.push({ method, path, query: Object.fromEntries(searchParams), body: jsonOf(raw), status, answer: body });
      response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(body));
    };
    if (oddity === 'deaf') return request.socket.destroy();
    if (oddity === 'html') return response.writeHead(200).end('<h1>Bad gateway</h1>');
    if (oddity === 'busy') return send(429, { title: 'Too many' }, { 'retry-after': '7' });
    if (oddity === 'away') return send(503, unavailable());
    if (oddity === 'gossip') return send(400, gossip());
    if (oddity === 'unauthorised') tokens.clear();
    const isToken = path === '/oauth/token';
    const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    if (!isToken && !tokens.has(bearer)) return send(401, { error: 'invalid_token' });
    const reply = isToken
      ? issueToken(headers.authorization, new URLSearchParams(raw))
      : books.answer(method, path, Object.fromEntries(searchParams), jsonOf(raw));
    if (oddity === 'lost') {
      // The request was carried out, but its answer is lost.
      seen.push({ method, path, query: {}, body: jsonOf(raw), status: reply.status, answer: reply.body });
      return request.socket.destroy();
    }
    if (oddity === 'silent') {
      seen.push({ method, path, query: {}, body: jsonOf(raw), status: reply.status, answer: reply.body });
      process.send?.({ silent: name });
      return undefined;
    }
    return send(reply.status, reply.body);
  },
);

const unavailable = () => ({
  type: 'https://pix.bcb.gov.br/api/v2/error/ServicoIndisponivel',
  title: 'Serviço indisponível',
  status: 503,
});

/** Banks repeat the request in a refusal, and add more. */
const gossip = () => ({
  type: `https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida`,
  title: `${PAYER.nome} ${CHAVE}`,
  status: 400,
  detail: `${PAYER.cpf} ${PAYER.nome} ${CHAVE} ${CLIENT.secret}`,
  violacoes: [{ razao: PAYER.cpf, propriedade: CHAVE, valor: CLIENT.id }],
});

function jsonOf(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

const stored = (): BankState => ({
  cobs: [...books.cobs.values()],
  webhooks: Object.fromEntries(books.webhooks),
  seen,
  tokens: seen.filter(({ path }) => path === '/oauth/token').length,
});

function act(deed: Deed): unknown {
  if (deed.act === 'pay') return books.pay(deed.txid, deed.valor, deed.again);
  if (deed.act === 'oddities') oddities = deed.list;
  if (deed.act === 'forget-tokens') tokens.clear();
  if (deed.act === 'refunds') books.refunds = deed.end;
  if (deed.act === 'codes') books.hasCode = deed.areTold;
  if (deed.act === 'clock') aheadMs = deed.aheadMs;
  return stored();
}

server.on('tlsClientError', (_error, socket: TLSSocket) => socket.destroy());
process.on('message', ({ id, deed }: { id: number; deed: Deed }) => process.send?.({ id, result: act(deed) }));
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
