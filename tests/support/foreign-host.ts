import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import pino from 'pino';
import { findCall, type KnownCall } from '../../src/gateway/call-table.ts';
import { schemaOf } from '../../src/lib/contract/index.schema.ts';
import { readConfig } from '../../src/server/config.ts';
import { sandboxBank } from '../../src/server/money/finance/sandbox-bank.ts';
import { openSchool } from '../../src/server/school.ts';
import { askApi } from './api-door.ts';
import { failures, failWith, type Quirk, type Quirks, strange } from './foreign-quirks.ts';

export type Side = 'portal' | 'drive';

/** One request to the host: enough to count it and to see which headers it had, without personal values. */
export interface ReceivedRequest {
  line: string;
  hasBearer: boolean;
  tmz: string | null;
  key: string | null;
}

const CONTROL = '/__control/';
const NOT_HERE = '<!DOCTYPE html><html><body><h1>Not Found</h1><p>nginx</p></body></html>';
/** The specification sends no bearer token here, so the host itself knows the owner of the bill. */
const OF_THE_BILL = /^financeiro-parcelas\/\{id\}\//;

/**
 * The school API alone, as one of the franchise's two hosts: it serves its own calls of the specification, and knows no
 * other address. `/__control/quirks` switches on how it differs from us; `/__control/asked` lists its requests.
 *
 * @param dataDir shared by both hosts, as the franchise's systems share their database.
 */
export async function openForeignHost(side: Side, dataDir: string, port = 0) {
  const config = readConfig({
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    DEMO: 'on',
    OUTBOX_VIEWER: 'off',
    PUBLIC_URL: 'https://aluno.franquia.example',
    LOG_LEVEL: 'warn',
  });
  const running = await openSchool(config, pino({ level: 'silent' }), { backgroundWork: side === 'portal' });
  const state = { quirks: { quirks: [] } as Quirks, seen: [] as ReceivedRequest[] };
  const { school } = running;
  const { sandbox } = school.ports.payments;
  const bank = sandbox && sandboxBank(sandbox, running.api);

  /** The host's own way to find the owner of a bill. */
  async function tokenOfOwner(known: KnownCall): Promise<string | undefined> {
    if (!OF_THE_BILL.test(known.call.path)) return undefined;
    const owner = await school.db
      .selectFrom('parcelas')
      .innerJoin('users', 'users.id', 'parcelas.user_id')
      .select(['users.id', 'users.token_version'])
      .where('parcelas.id', '=', Number(known.params.id))
      .executeTakeFirst();
    if (!owner) return undefined;
    return (await school.tokens.issue({ userId: owner.id, version: owner.token_version, scope: 'full' }, new Date()))
      .token;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://foreign.invalid');
    if (bank?.(url, request, response)) return;
    if (url.pathname.startsWith(CONTROL)) return control(url, request, response);
    const known = findCall(request.method ?? '', url.pathname);
    const isMine = known && !known.call.path.startsWith('portal/') && (known.call.host ?? 'portal') === side;
    const { headers } = request;
    state.seen.push({
      line: `${request.method} ${url.pathname.replace('/api/v1/', '')}`,
      hasBearer: headers.authorization !== undefined,
      tmz: (headers.tmz as string) ?? null,
      key: (headers['idempotency-key'] as string) ?? null,
    });
    if (!isMine) return void response.writeHead(404, { 'content-type': 'text/html' }).end(NOT_HERE);
    const quirks = quirksFor(`${request.method} ${url.pathname.replace('/api/v1/', '')}`);
    const failure = failures.find((name) => quirks.has(name));
    if (failure === 'slow') await new Promise((done) => setTimeout(done, state.quirks.delayMs ?? 1_500));
    else if (failure && failWith(failure, request, response)) return;
    await serve(request, response, url, known, quirks);
  }

  function quirksFor(line: string): ReadonlySet<Quirk> {
    const { quirks, only } = state.quirks;
    return new Set(only === undefined || new RegExp(only).test(line) ? quirks : []);
  }

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    known: KnownCall,
    quirks: ReadonlySet<Quirk>,
  ) {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === 'string' && name !== 'cookie') headers.set(name, value);
    }
    const owner = await tokenOfOwner(known);
    if (owner) headers.set('authorization', `Bearer ${owner}`);
    const hasBody = !['GET', 'HEAD'].includes(request.method ?? '');
    const init: RequestInit & { duplex: 'half' } = {
      method: request.method,
      headers,
      body: hasBody ? (Readable.toWeb(request) as ReadableStream<Uint8Array>) : null,
      duplex: 'half',
    };
    const result = await askApi(
      running.api,
      new Request(new URL(url.pathname + url.search, 'http://localhost'), init),
      {
        address: '127.0.0.1',
      },
    );
    const type = result.headers.get('content-type') ?? '';
    const sent: Record<string, string> = { 'content-type': type, server: 'nginx', 'x-powered-by': 'Franquia' };
    for (const name of ['content-disposition', 'retry-after']) {
      const value = result.headers.get(name);
      if (value) sent[name] = value;
    }
    const schema = schemaOf(known.name)?.result;
    if (!result.ok || !schema || !type.startsWith('application/json') || quirks.size === 0) {
      response.writeHead(result.status, sent).end(Buffer.from(await result.arrayBuffer()));
      return;
    }
    response.writeHead(result.status, sent).end(JSON.stringify(strange(schema, await result.json(), quirks)));
  }

  async function control(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (url.pathname === `${CONTROL}asked`) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(state.seen));
      if (request.method === 'DELETE') state.seen = [];
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    state.quirks = JSON.parse(Buffer.concat(chunks).toString()) as Quirks;
    response.end('{}');
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      response.destroy();
    });
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    running,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await running.close();
    },
  };
}

/** Switches quirks of a running host on; an empty list switches all off. */
export async function setQuirks(address: string, quirks: Quirks): Promise<void> {
  await fetch(`${address}${CONTROL}quirks`, { method: 'PUT', body: JSON.stringify(quirks) });
}

/** The requests to a running host since the last call; it then forgets them. */
export async function takeRequests(address: string): Promise<ReceivedRequest[]> {
  return (await (await fetch(`${address}${CONTROL}asked`, { method: 'DELETE' })).json()) as ReceivedRequest[];
}
