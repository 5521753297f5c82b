import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { listenOn } from './listen.ts';

export interface Bucket {
  /** The settings of a portal that stores its files here. */
  env: Record<string, string>;
  /** Stored objects by key. */
  stored: Map<string, Buffer>;
  /** Whether it answers every request with 503. */
  isDown: boolean;
  close(): Promise<void>;
}

const NAME = 'portal-files';

/** An object store with the part of S3 that the portal uses: one object at a time by its path, and lists of a folder. */
export async function openBucket(port = 0): Promise<Bucket> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket');
    const key = decodeURIComponent(pathname.slice(NAME.length + 2));
    const fail = (status: number, code: string) =>
      response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
    void readBody(request).then((bytes) => {
      if (bucket.isDown) return fail(503, 'ServiceUnavailable');
      if (request.method === 'PUT') {
        bucket.stored.set(key, bytes);
        return response.writeHead(200, { etag: `"${createHash('md5').update(bytes).digest('hex')}"` }).end();
      }
      if (request.method === 'DELETE') {
        bucket.stored.delete(key);
        return response.writeHead(204).end();
      }
      if (searchParams.get('list-type') === '2') {
        return response.writeHead(200, { 'content-type': 'application/xml' }).end(listed(bucket.stored, searchParams));
      }
      const found = bucket.stored.get(key);
      if (!found) return fail(404, 'NoSuchKey');
      response.writeHead(200, { 'content-length': found.byteLength });
      return response.end(request.method === 'HEAD' ? undefined : found);
    });
  });
  const address = `http://127.0.0.1:${await listenOn(server, port)}`;
  const bucket: Bucket = {
    env: {
      FILES_S3_BUCKET: NAME,
      FILES_S3_ENDPOINT: address,
      FILES_S3_KEY: 'key',
      FILES_S3_SECRET: 'secret',
    },
    stored: new Map(),
    isDown: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return bucket;
}

/** Two keys a page, so that every list needs several requests. */
const PAGE = 2;

/** One page of keys below a prefix; with a delimiter, folders in place of their contents. */
function listed(stored: ReadonlyMap<string, Buffer>, requested: URLSearchParams): string {
  const [prefix, delimiter] = [requested.get('prefix') ?? '', requested.get('delimiter')];
  const names = [...stored.keys()]
    .filter((key) => key.startsWith(prefix))
    .map((key) => {
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      return end === -1 ? key : key.slice(0, end + 1);
    });
  const all = [...new Set(names)].toSorted();
  const from = Number(requested.get('continuation-token') ?? 0);
  const some = all.slice(from, from + PAGE);
  const entries = some.map((name) =>
    delimiter && name.endsWith(delimiter)
      ? `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`
      : `<Contents><Key>${name}</Key><Size>${stored.get(name)?.byteLength}</Size></Contents>`,
  );
  const next = from + PAGE < all.length ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : '';
  return `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const whole = Buffer.concat((await request.toArray().catch(() => [])) as Buffer[]);
  return request.headers['content-encoding']?.includes('aws-chunked') ? unchunked(whole) : whole;
}

/** Takes the chunks of a signed stream together: each has its length in front, and checksums follow the last one. */
function unchunked(whole: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = whole.indexOf('\r\n', at);
    const length = Number.parseInt(whole.toString('latin1', at, end), 16);
    if (!(length > 0)) return Buffer.concat(parts);
    parts.push(whole.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
}
