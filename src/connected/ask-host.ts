/**
 * Why there is no answer. `late`: nothing came in time. `cut`: nothing came, but the host had the whole request.
 * `silent`: nothing came, and the host did not have it. `too-large`: we do not pass the body on. `given-up`: the sender
 * broke the request off, which says nothing about the host.
 */
export type NoAnswer = 'late' | 'silent' | 'cut' | 'given-up' | 'too-large';

export interface Outgoing {
  method: string;
  headers: Headers;
  /** The body is passed on as it arrives. */
  body: ReadableStream<Uint8Array> | null;
}

export interface Patience {
  timeoutMs: number;
  /** For a file, the time limit ends with the first byte of the answer. */
  isFile: boolean;
}

/** Study-abroad requests carry several documents of 10 MB each (ABROAD-09). */
const MAX_BODY_BYTES = 100 * 1024 * 1024;

/** Asks another host once. Follows no redirect, never throws. The clock starts when the host has the whole request. */
export async function askHost(
  url: URL,
  { method, headers, body }: Outgoing,
  { timeoutMs, isFile }: Patience,
): Promise<Response | NoAnswer> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const startClock = () => {
    timer = setTimeout(() => stop.abort(new DOMException('The host is late', 'TimeoutError')), timeoutMs);
    timer.unref();
  };
  let isWhole = !body;
  let source: 'too-large' | 'given-up' | null = null;
  const watch: Watch = {
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
    body: body && watched(body, watch),
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

/** Reads a whole answer, up to `most` bytes. */
export async function readUpTo(most: number, answer: Response): Promise<Uint8Array | NoAnswer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of answer.body ?? []) {
      size += chunk.byteLength;
      if (size > most) return 'silent';
      chunks.push(chunk);
    }
  } catch (error) {
    return isTimeout(error) ? 'late' : 'silent';
  }
  return Buffer.concat(chunks);
}

interface Watch {
  onEnd(): void;
  onFailure(how: 'too-large' | 'given-up'): void;
}

/** Passes a body on. Tells a body that fails from a reader that stops. */
function watched(body: ReadableStream<Uint8Array>, { onEnd, onFailure }: Watch): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let size = 0;
  let isRead = true;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        onFailure('given-up');
        throw error;
      });
      if (!isRead) return;
      if (done) {
        onEnd();
        return controller.close();
      }
      size += value.byteLength;
      if (size <= MAX_BODY_BYTES) return controller.enqueue(value);
      onFailure('too-large');
      await reader.cancel().catch(() => undefined);
      throw new Error('The body is too large');
    },
    cancel(reason) {
      isRead = false;
      return reader.cancel(reason);
    },
  });
}

/** No connection was made, so nothing of the request arrived. */
const UNREACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
const isUnreached = (error: unknown) =>
  UNREACHED.has(((error as Error | undefined)?.cause as { code?: string } | undefined)?.code ?? '');

const isTimeout = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'TimeoutError' || (error.cause as Error | undefined)?.name === 'TimeoutError');
