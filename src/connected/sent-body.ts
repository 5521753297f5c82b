import { type ApiRequest, bytesOf } from '#lib/api/request.ts';

/** A body on its way to another host, with the headers that describe it; null: none. */
export interface SentBody {
  bytes: AsyncIterable<Uint8Array>;
  headers: Record<string, string>;
}

/** The body of a call, or of a page's call as HTTP would bring it. */
export function sentBody({ call, headers, body }: ApiRequest): SentBody | null {
  if (call.method === 'GET') return null;
  if ('bytes' in body) {
    const described = ['content-type', 'content-length'].map((name) => [name, headers.get(name)] as const);
    return { bytes: body.bytes, headers: Object.fromEntries(described.filter(isGiven)) };
  }
  if (body.value === undefined) return null;
  const isForm = call.body === 'form';
  return isForm
    ? described(new URLSearchParams(body.value as Record<string, string>).toString(), FORM)
    : described(JSON.stringify(body.value), 'application/json');
}

const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';
const described = (text: string, type: string): SentBody => ({
  bytes: bytesOf(text),
  headers: { 'content-type': type, 'content-length': String(Buffer.byteLength(text)) },
});

const isGiven = (pair: readonly [string, string | null]): pair is readonly [string, string] => pair[1] !== null;
