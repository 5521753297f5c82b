import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';

/**
 * A process with faulty push services, each on its own port. Every device fails only at its first message
 * (`/n`), so that in the end each one can be reached. It records and reports every message that it accepts.
 */
const kinds = ['fine', 'gone', 'unknown', 'busy', 'broken', 'reset', 'hang', 'drip', 'slow'] as const;
export type HostileKind = (typeof kinds)[number];

/** The record of one device. */
export interface Seen {
  requests: number;
  /** The accepted messages, as they came (base64). */
  taken: { topic: string; body: string }[];
}
export type FromService =
  | { kind: 'ready'; origins: Record<HostileKind, string> }
  | { kind: 'taken'; count: number }
  | { kind: 'log'; devices: [string, Seen][] };

const seen = new Map<string, Seen>();
let taken = 0;

const noteOf = (kind: string, path: string) => {
  const key = `${kind}${path}`;
  const note = seen.get(key) ?? { requests: 0, taken: [] };
  seen.set(key, note);
  note.requests += 1;
  return note;
};

function take(note: Seen, topic: string, body: Buffer): void {
  note.taken.push({ topic, body: body.toString('base64') });
  taken += 1;
  if (taken % 20 === 0) tell({ kind: 'taken', count: taken });
}

const tell = (message: FromService) => process.send?.(message);

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const isFirst = ({ requests }: Seen) => requests === 1;

const answers: Record<Exclude<HostileKind, 'drip'>, (note: Seen, response: ServerResponse) => boolean> = {
  fine: () => false,
  gone: (_note, response) => answer(response, 410),
  unknown: (_note, response) => answer(response, 404),
  busy: (note, response) => isFirst(note) && answer(response, 429, { 'retry-after': '1' }),
  broken: (note, response) => note.requests <= 2 && answer(response, 500),
  reset: (note, response) => isFirst(note) && reset(response),
  // No answer, and the connection stays open.
  hang: (note) => isFirst(note),
  slow: () => false,
};

function answer(response: ServerResponse, status: number, headers: Record<string, string> = {}): true {
  response.writeHead(status, headers).end();
  return true;
}

function reset(response: ServerResponse): true {
  response.socket?.resetAndDestroy();
  return true;
}

const play =
  (kind: Exclude<HostileKind, 'drip'>): RequestListener =>
  async (request, response) => {
    try {
      const body = await bodyOf(request);
      const note = noteOf(kind, request.url ?? '');
      if (answers[kind](note, response)) return;
      take(note, String(request.headers.topic), body);
      if (kind !== 'slow') return void response.writeHead(201).end();
      // It accepts the message, but its answer never ends.
      response.writeHead(201).flushHeaders();
      const drops = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drops));
    } catch {
      // The sender was killed in the middle of a message, so it was not accepted.
    }
  };

/** Its first answer comes byte by byte and never gets far; later answers are normal. */
const drip = createSocketServer((socket) => {
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    const [head = '', ...rest] = text.split('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    const body = rest.join('\r\n\r\n');
    if (body.length < length || Number.isNaN(length)) return;
    text = '';
    const note = noteOf('drip', /^POST (\S+)/.exec(head)?.[1] ?? '');
    if (!isFirst(note)) {
      take(note, /topic: (\S+)/i.exec(head)?.[1] ?? '', Buffer.from(body, 'latin1'));
      socket.write('HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const drops = setInterval(() => socket.write('H'), 20);
    socket.on('close', () => clearInterval(drops));
  });
});

const origins = {} as Record<HostileKind, string>;
for (const kind of kinds) {
  const server = kind === 'drip' ? drip : createServer({ requestTimeout: 0 }, play(kind));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origins[kind] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
process.on('message', () => tell({ kind: 'log', devices: [...seen] }));
process.on('disconnect', () => process.exit(0));
tell({ kind: 'ready', origins });
