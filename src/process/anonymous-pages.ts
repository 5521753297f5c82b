import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import type { Captured } from './capture.ts';
import { encodingFor, STORED_ENCODINGS } from './encoding.ts';

interface StoredPage {
  headers: OutgoingHttpHeaders;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
  /** The version of the data from which the page was rendered: see `PageStamp`. */
  stamp: string;
}

/** Twenty pages in two brands, three themes and two text sizes, over HTTP or TLS, for first and later visits. */
const MAX_PAGES = 400;
const STORED_MS = HOUR_MS;
/** A page opts in with this header; it never leaves the process. */
export const ANONYMOUS_HEADER = 'x-portal-anonymous';

/**
 * Pages that are the same for every visitor without a session, rendered once and cached compressed, by brand and theme.
 * The cache is cleared at each full hour, because the content may depend on the day. A page that the school can edit is
 * outdated with each publication.
 */
export class AnonymousPages {
  readonly #pages = new Map<string, StoredPage>();
  /** Pages being compressed. When several renderings of one page finish together, the first is stored. */
  readonly #coming = new Set<string>();

  #hour = 0;

  /** @param stamp the current stamp: a page rendered from older data is not served */
  serve(key: string, stamp: string, request: IncomingMessage, response: ServerResponse): boolean {
    const hour = Math.floor(Date.now() / STORED_MS);
    if (hour !== this.#hour) this.#pages.clear();
    this.#hour = hour;
    const page = this.#pages.get(key);
    if (page?.stamp !== stamp) return false;
    const encoding = encodingFor(request.headers['accept-encoding'], STORED_ENCODINGS);
    const body = page[encoding ?? 'plain'];
    response.writeHead(200, {
      ...page.headers,
      ...(encoding && { 'content-encoding': encoding }),
      'content-length': body.byteLength,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
    return true;
  }

  /**
   * Stores a rendered page that is the same for everybody.
   *
   * @param stamp from before the page was rendered
   * @param cookies lines of `Set-Cookie` that are also the same for everybody; the page must not set any itself
   */
  async keep(
    key: string,
    stamp: string,
    { status, headers, body }: Captured,
    cookies: readonly string[],
  ): Promise<void> {
    const before = this.#pages.get(key);
    if (status !== 200 || headers['set-cookie'] || (!before && this.#pages.size >= MAX_PAGES)) return;
    const coming = `${stamp} ${key}`;
    if (before?.stamp === stamp || this.#coming.has(coming)) return;
    this.#coming.add(coming);
    const hour = this.#hour;
    try {
      const [br, zipped] = await Promise.all([
        promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        promisify(gzip)(body, { level: 9 }),
      ]);
      const stored = cookies.length > 0 ? { ...headers, 'set-cookie': [...cookies] } : headers;
      if (hour === this.#hour) this.#pages.set(key, { headers: stored, plain: body, br, gzip: zipped, stamp });
    } finally {
      this.#coming.delete(coming);
    }
  }
}
