import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import type { BrandKey } from '#lib/brand.ts';
import { rangeOf } from '#lib/rules/practice/byte-range.ts';
import { encodingFor, STORED_ENCODINGS } from './encoding.ts';
import { inertHeaders, scriptHeaders } from './headers.ts';
import { type FilesOfIsland, ISLAND_LIST } from './island-files.ts';

type HeaderValues = Record<string, string | number>;

interface Variant {
  body: Buffer;
  headers: HeaderValues;
}

interface Asset {
  plain: Variant;
  br?: Variant;
  gzip?: Variant;
  etag: string;
  hasRanges: boolean;
  /** Headers of an answer without a body. */
  common: Variant['headers'];
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.ics': 'text/calendar; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};

/** Files of the build, held in memory with the `.br` and `.gz` files of the build. Sounds are also served in parts. */
export class Assets {
  readonly #files = new Map<string, Asset>();

  /** @param folder the build's client folder. */
  constructor(folder: string) {
    for (const path of filesBelow(folder)) {
      if (path.endsWith('.br') || path.endsWith('.gz')) continue;
      this.#files.set(`/${relative(folder, path).split(sep).join('/')}`, read(path));
    }
  }

  /** The build's style sheets by path. */
  sheets(): Map<string, string> {
    const all = [...this.#files].filter(([path]) => path.startsWith('/_astro/') && path.endsWith('.css'));
    return new Map(all.map(([path, { plain }]) => [path, plain.body.toString()]));
  }

  /** The build's list of the files of each island, by the address of the island's own file. */
  islands(): Map<string, FilesOfIsland> {
    const list = this.#files.get(`/${ISLAND_LIST}`);
    return new Map(Object.entries(list ? JSON.parse(list.plain.body.toString()) : {}));
  }

  /**
   * Answers when `path` is a file of the build. A picture has one address on every host, and the dress of the host's brand
   * where the build drew one (0169).
   *
   * @returns whether it answered.
   */
  serve(path: string, request: IncomingMessage, response: ServerResponse, brand: BrandKey): boolean {
    const asset = this.#files.get(path.replace(/^\/brand\//, `/brand/${brand}/`)) ?? this.#files.get(path);
    if (!asset) return false;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...inertHeaders, Allow: 'GET, HEAD' }).end();
      return true;
    }
    if (isKnown(asset.etag, request.headers['if-none-match'])) {
      response.writeHead(304, asset.common).end();
      return true;
    }
    if (asset.hasRanges && request.headers.range && isSame(asset.etag, request.headers['if-range'])) {
      if (servePart(asset, request, response)) return true;
    }
    const encoding = encodingFor(request.headers['accept-encoding'], STORED_ENCODINGS);
    const variant = (encoding && asset[encoding]) || asset.plain;
    response.writeHead(200, variant.headers);
    response.end(request.method === 'HEAD' ? undefined : variant.body);
    return true;
  }
}

/** Players on iOS require range requests for sounds. @returns whether the player requested a range */
function servePart(asset: Asset, { method, headers }: IncomingMessage, response: ServerResponse): boolean {
  const { body } = asset.plain;
  const range = rangeOf(headers.range, body.byteLength);
  if (range === null) return false;
  if (range === 'unsatisfiable') {
    response.writeHead(416, { ...asset.common, 'Content-Range': `bytes */${body.byteLength}` }).end();
    return true;
  }
  const [first, last] = range;
  response.writeHead(206, {
    ...asset.plain.headers,
    'Content-Length': last - first + 1,
    'Content-Range': `bytes ${first}-${last}/${body.byteLength}`,
  });
  response.end(method === 'HEAD' ? undefined : body.subarray(first, last + 1));
  return true;
}

const isSame = (etag: string, header: string | string[] | undefined) => header === undefined || header === etag;

/** A proxy that compresses again marks the tag as weak. For a whole file both tags mean the same (RFC 9110, 13.1.2). */
const isKnown = (etag: string, header: string | undefined) =>
  header !== undefined &&
  (header === etag || header === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));

function read(path: string): Asset {
  const body = readFileSync(path);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const hashed = path.includes(`${sep}_astro${sep}`);
  const type = extname(path);
  const hasRanges = type === '.mp3';
  const common = {
    ...(type === '.js' ? scriptHeaders : inertHeaders),
    'Cache-Control': hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
    ETag: etag,
    Vary: 'Accept-Encoding',
    ...(hasRanges && { 'Accept-Ranges': 'bytes' }),
  };
  const variant = (bytes: Buffer, encoding?: string): Variant => {
    const headers = {
      ...common,
      'Content-Type': TYPES[type] ?? 'application/octet-stream',
      ...(encoding && { 'Content-Encoding': encoding }),
      'Content-Length': bytes.byteLength,
    };
    return { body: bytes, headers };
  };
  const br = readIfPresent(`${path}.br`);
  const gzip = readIfPresent(`${path}.gz`);
  return {
    etag,
    hasRanges,
    common,
    plain: variant(body),
    ...(br && { br: variant(br, 'br') }),
    ...(gzip && { gzip: variant(gzip, 'gzip') }),
  };
}

function readIfPresent(path: string): Buffer | null {
  return statSync(path, { throwIfNoEntry: false }) ? readFileSync(path) : null;
}

function filesBelow(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
