/** What came instead of an answer: nothing in time, nothing at all, or a body that we do not pass on. */
export type NoAnswer = 'late' | 'silent' | 'too-large';

export interface Sending {
  method: string;
  headers: Headers;
  /** Passed on as it arrives. */
  body: ReadableStream<Uint8Array> | null;
}

export interface Patience {
  timeoutMs: number;
  /** The time limit then ends with the first byte of the answer. */
  isFile: boolean;
}

/** Study-abroad requests carry several documents of 10 MB each (ABROAD-09). */
const LARGEST_BODY_BYTES = 100 * 1024 * 1024;

/** Asks another host once, follows no redirect, and never throws. The clock starts when the host has the whole request. */
export async function ask(
  url: URL,
  { method, headers, body }: Sending,
  { timeoutMs, isFile }: Patience,
): Promise<Response | NoAnswer> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const startClock = () => {
    timer = setTimeout(() => stop.abort(new DOMException('The host is late', 'TimeoutError')), timeoutMs);
    timer.unref();
  };
  let isTooLarge = false;
  const refuseMore = () => {
    isTooLarge = true;
  };
  if (Number(headers.get('content-length') ?? 0) > LARGEST_BODY_BYTES) return 'too-large';
  if (!body) startClock();
  const init: RequestInit & { duplex: 'half' } = {
    method,
    headers,
    body: body && counted(body, startClock, refuseMore),
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
    if (isTooLarge) return 'too-large';
    return isTimeout(error) ? 'late' : 'silent';
  }
}

/** Reads a whole answer, but no more of it than `most` bytes. */
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

function counted(body: ReadableStream<Uint8Array>, onEnd: () => void, onTooLarge: () => void) {
  let size = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size <= LARGEST_BODY_BYTES) return controller.enqueue(chunk);
        onTooLarge();
        controller.error(new Error('The body is too large'));
      },
      flush: onEnd,
    }),
  );
}

const isTimeout = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'TimeoutError' || (error.cause as Error | undefined)?.name === 'TimeoutError');
