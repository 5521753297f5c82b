import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';

interface Variant {
  body: Buffer;
  headers: Record<string, string | number>;
}

interface Asset {
  plain: Variant;
  br?: Variant;
  gzip?: Variant;
  etag: string;
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
  '.xml': 'application/xml; charset=utf-8',
};

/** Files of the build, held in memory with the `.br` and `.gz` that the build made. */
export class Assets {
  readonly #files = new Map<string, Asset>();
  readonly #common: Record<string, string>;

  /** @param folder the build's client folder. @param common headers of every answer. */
  constructor(folder: string, common: Record<string, string>) {
    this.#common = common;
    for (const path of filesBelow(folder)) {
      if (path.endsWith('.br') || path.endsWith('.gz')) continue;
      this.#files.set(`/${relative(folder, path).split(sep).join('/')}`, this.#read(path));
    }
  }

  /** Answers when `path` is a file of the build. @returns whether it did. */
  serve(path: string, request: IncomingMessage, response: ServerResponse): boolean {
    const asset = this.#files.get(path);
    if (!asset) return false;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...this.#common, Allow: 'GET, HEAD' }).end();
      return true;
    }
    if (request.headers['if-none-match'] === asset.etag) {
      response.writeHead(304, { ...this.#common, ETag: asset.etag }).end();
      return true;
    }
    const accepted = request.headers['accept-encoding'] ?? '';
    const variant =
      (asset.br && accepted.includes('br') && asset.br) ||
      (asset.gzip && accepted.includes('gzip') && asset.gzip) ||
      asset.plain;
    response.writeHead(200, variant.headers);
    response.end(request.method === 'HEAD' ? undefined : variant.body);
    return true;
  }

  #read(path: string): Asset {
    const body = readFileSync(path);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const hashed = path.includes(`${sep}_astro${sep}`);
    const headers = {
      ...this.#common,
      'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
      'Cache-Control': hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
      ETag: etag,
      Vary: 'Accept-Encoding',
    };
    const variant = (bytes: Buffer, encoding?: string): Variant => ({
      body: bytes,
      headers: { ...headers, ...(encoding && { 'Content-Encoding': encoding }), 'Content-Length': bytes.byteLength },
    });
    const br = readIfPresent(`${path}.br`);
    const gzip = readIfPresent(`${path}.gz`);
    return {
      etag,
      plain: variant(body),
      ...(br && { br: variant(br, 'br') }),
      ...(gzip && { gzip: variant(gzip, 'gzip') }),
    };
  }
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
