import { Readable } from 'node:stream';
import { readUpTo } from '#lib/api/request.ts';

/**
 * Why there is no answer. `late`: nothing came in time. `cut`: nothing came, but the host had received the whole request.
 * `silent`: nothing came, and the host had not received it. `too-large`: the body is over the limit, and is not passed
 * on. `given-up`: the sender aborted the request, which says nothing about the host.
 */
export type NoAnswer = 'late' | 'silent' | 'cut' | 'given-up' | 'too-large';

export interface Outgoing {
  method: string;
  headers: Headers;
  /** The body is passed on as it arrives. */
  body: AsyncIterable<Uint8Array> | null;
}

export interface HostTimeout {
  timeoutMs: number;
  /** For a file, the time limit ends with the first byte of the answer. */
  isFile: boolean;
}

/** Study-abroad requests carry several documents of 10 MB each (ABROAD-09). */
const MAX_BODY_BYTES = 100 * 1024 * 1024;

/**
 * Sends one request to another host. Follows no redirect, never throws. The clock starts when the host has received the
 * whole request; while a body is sent, the clock runs for each chunk that the host does not read.
 */
export async function askHost(
  url: URL,
  { method, headers, body }: Outgoing,
  { timeoutMs, isFile }: HostTimeout,
): Promise<Response | NoAnswer> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const stopClock = () => clearTimeout(timer);
  const startClock = () => {
    stopClock();
    timer = setTimeout(() => stop.abort(new DOMException('The host is late', 'TimeoutError')), timeoutMs);
    timer.unref();
  };
  let isWhole = !body;
  let source: 'too-large' | 'given-up' | null = null;
  const watch: Watch = {
    onPiece: startClock,
    onTaken: stopClock,
    onEnd() {
      isWhole = true;
      startClock();
    },
    onFailure(how) {
      source = how;
    },
  };
  if (Number(headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return 'too-large';
  if (!body) startClock();
  const init: RequestInit & { duplex: 'half' } = {
    method,
    headers,
    body: body && asWeb(watched(body, watch)),
    redirect: 'manual',
    signal: stop.signal,
    duplex: 'half',
  };
  try {
    const answer = await fetch(url, init);
    if (isFile && answer.ok) clearTimeout(timer);
    return answer;
  } catch (error) {
    clearTimeout(timer);
    if (source) return source;
    if (isTimeout(error)) return 'late';
    return isWhole && !isUnreached(error) ? 'cut' : 'silent';
  }
}

/** Reads a whole answer, up to `max` bytes. */
export async function readAnswer(max: number, { body }: Response): Promise<Uint8Array | NoAnswer> {
  if (!body) return new Uint8Array();
  try {
    return (await readUpTo(max, body as AsyncIterable<Uint8Array>)) ?? 'silent';
  } catch (error) {
    return isTimeout(error) ? 'late' : 'silent';
  }
}

interface Watch {
  /** A chunk of the body is about to be read by the host. */
  onPiece(): void;
  /** The host wants the next chunk, so the sender’s next one is awaited. */
  onTaken(): void;
  onEnd(): void;
  onFailure(how: 'too-large' | 'given-up'): void;
}

const asWeb = (bytes: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(bytes, { objectMode: false })) as ReadableStream<Uint8Array<ArrayBuffer>>;

/** Passes a body on, and distinguishes a body that fails from a reader that stops. */
async function* watched(
  body: AsyncIterable<Uint8Array>,
  { onPiece, onTaken, onEnd, onFailure }: Watch,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  const chunks = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await chunks.next().catch((error: unknown) => {
        onFailure('given-up');
        throw error;
      });
      if (done) return onEnd();
      size += value.byteLength;
      if (size > MAX_BODY_BYTES) {
        onFailure('too-large');
        throw new Error('The body is too large');
      }
      onPiece();
      yield value;
      onTaken();
    }
  } finally {
    await chunks.return?.();
  }
}

/** No connection was made, so the host received nothing. */
const UNREACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
const isUnreached = (error: unknown) =>
  UNREACHED.has(((error as Error | undefined)?.cause as { code?: string } | undefined)?.code ?? '');

const isTimeout = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'TimeoutError' || (error.cause as Error | undefined)?.name === 'TimeoutError');
