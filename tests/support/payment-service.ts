import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brCode } from '../../src/server/core/ports/payments/sandbox.ts';

/** The secret of its webhooks. */
export const SERVICE_SECRET = 'a secret of the payment service';

interface Stored {
  kind: string;
  amount: number;
  status: string;
  body: Record<string, unknown>;
  refunds: Record<string, number>;
  /** Further fields of its answer about a charge. */
  more?: { paid_amount?: number; returned?: object[] };
}

export interface PaymentService {
  url: string;
  /** The charges of the service, by our reference. */
  charges: Map<string, Stored>;
  /** Every request, without its body. */
  requests: { method: string; path: string; bearer: string | undefined }[];
  /** Its behaviour from now on: `slow` and `reset` take effect after the request was carried out. */
  mood: 'well' | 'slow' | 'reset' | 'down' | 'error' | 'html' | 'nonsense';
  /** The result of the next card. */
  next: { status: string; reason?: string };
  close(): Promise<void>;
}

/** A payment service with the protocol of docs/payments.md, whose behaviour a test sets. */
export async function startPaymentService(): Promise<PaymentService> {
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    service.requests.push({ method, path: url, bearer: headers.authorization });
    if (service.mood === 'down') return request.socket.destroy();
    if (service.mood === 'error') return response.writeHead(500).end('{"error":"we are sorry"}');
    if (service.mood === 'html') return response.writeHead(200).end('<h1>Bad gateway</h1>');
    const answer = await act(method, url, request);
    if (service.mood === 'slow') return undefined;
    if (service.mood === 'reset') return request.socket.destroy();
    if (service.mood === 'nonsense') return response.writeHead(200).end('{"status":"yes"}');
    return response
      .writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? {}));
  });
  async function act(method: string, url: string, request: IncomingMessage) {
    const [, , reference = '', , refund] = url.split('/');
    const known = service.charges.get(reference);
    if (method === 'GET') return known && { status: known.status, ...known.more };
    const body = JSON.parse(await read(request)) as Record<string, unknown>;
    if (refund) {
      if (known) known.refunds[refund] = Number(body.amount);
      return known && {};
    }
    const stored = known ?? keep(reference, body);
    if (stored.kind === 'pix') {
      const key = '11222333000181';
      return { code: brCode({ key, name: 'Escola', city: 'Campinas', centavos: stored.amount, txid: reference }) };
    }
    return { ...service.next, status: stored.status, brand: 'Visa', last4: '0010', authorization: 'A1', nsu: 'N1' };
  }
  function keep(reference: string, body: Record<string, unknown>): Stored {
    const isPix = body.kind === 'pix';
    const made = {
      kind: String(body.kind),
      amount: Number(body.amount),
      status: isPix ? 'pendente' : service.next.status,
      body,
      refunds: {},
    };
    service.charges.set(reference, made);
    return made;
  }
  const service: PaymentService = {
    url: '',
    charges: new Map(),
    requests: [],
    mood: 'well',
    next: { status: 'paga' },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
