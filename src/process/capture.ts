import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

export interface Captured {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

export interface Capture {
  /** Forgets what was written so far. */
  discard(): void;
}

/**
 * Buffers a renderer’s output until it ends, so that a page is sent whole: compressed, with its length. If rendering
 * fails halfway, an error page replaces it.
 *
 * @param send gets the finished answer. It writes with the functions of the response, which work again by then.
 */
export function capture(response: ServerResponse, send: (captured: Captured) => void): Capture {
  const { write, end, writeHead, flushHeaders } = response;
  const chunks: Buffer[] = [];
  const gather = (chunk: unknown) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  };
  response.flushHeaders = () => {};
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    response.statusCode = status;
    const headers = rest.find((part) => typeof part === 'object' && part !== null);
    for (const [name, value] of Array.isArray(headers) ? pairs(headers) : Object.entries(headers ?? {})) {
      if (value !== undefined) response.setHeader(name, value);
    }
    return response;
  }) as typeof writeHead;
  response.write = ((chunk: unknown, encoding?: unknown, done?: unknown) => {
    gather(chunk);
    for (const callback of [encoding, done]) if (typeof callback === 'function') callback();
    return true;
  }) as typeof write;
  response.end = ((chunk?: unknown, encoding?: unknown, done?: unknown) => {
    gather(chunk);
    Object.assign(response, { write, end, writeHead, flushHeaders });
    const headers = { ...response.getHeaders() };
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    send({ status: response.statusCode, headers, body: Buffer.concat(chunks) });
    for (const callback of [chunk, encoding, done]) if (typeof callback === 'function') callback();
    return response;
  }) as typeof end;
  return { discard: () => void chunks.splice(0) };
}

function pairs(flat: unknown[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, index) => [String(flat[index * 2]), String(flat[index * 2 + 1])]);
}
