import type { z } from 'zod';
import type { User } from '#lib/contract/account.schema.ts';
import type { Call } from '#lib/contract/core.ts';
import type { Scope } from '#lib/session.ts';
import type { WhyOff } from '#lib/words/why-off.ts';

/** The user as the franchise's host confirms it, in connected mode. */
export interface ExternalUser {
  user: User;
  /** A digest of the access token, which is stored nowhere. */
  tokenId: string;
  scope: Scope;
  /** The host that issued these numbers. */
  host: string;
}

/** Who a request comes from, for its log line: ids alone. */
export interface Who {
  user?: number;
  unit?: number;
}

/** The sender of a call, as the gateway passes it to the API. The calls of one page share it. */
export interface Caller {
  requestId: string;
  /** The client's address; behind a trusted proxy, the address that the proxy names. */
  address: string;
  /** The requested host name: each brand has its own. */
  host: string;
  /** Bearer token from the session cookie; absent if the request has its own header. */
  token?: string;
  /** From the device cookie: this browser has used a password before. */
  device?: string;
  /** From the choice cookie: usable once, replaces the password (AUTH-06). */
  choiceTicket?: string;
  /** From its cookie: a login that waits for its second factor. */
  secondStep?: string;
  /** The empty book that this browser opened, after a real look-up. */
  bookUuid?: string;
  /** In connected mode: asks the franchise’s host for the user, because it issues the tokens. */
  identify?: () => Promise<ExternalUser>;
  /**
   * Set for the calls of a page: when its shared wait for parts ends, in milliseconds of the process. null: not started.
   */
  page?: { until: number | null };
  /** The session that the first call looked up, for all calls of a page. Only the API reads it. */
  session?: Promise<unknown>;
  /** The API fills it in as soon as it knows. */
  who?: Who;
}

/** Headers by their name in lower case. */
export interface ApiHeaders {
  get(name: string): string | null;
  has(name: string): boolean;
}

/** A body: bytes as they arrive, to be read once, or the value that a page hands over. */
export type ApiBody = { bytes: AsyncIterable<Uint8Array> } | { value: unknown };

/** `area.name` of a call of the contract, or of an operation. */
export type QualifiedName = `${string}.${string}`;

/**
 * How an operation works in connected mode. `here`: this portal answers, and needs no data of the school except the user,
 * whom the franchise’s host confirms. `composed`: built from calls of the specification (`composed-operations.ts`). Any
 * other value says why it is off, with 501 and its sentence.
 */
export type Connected = 'here' | 'composed' | WhyOff;

/** An operation as pages, the gateway and connected mode know it: without its function. */
export interface NamedOperation {
  name: QualifiedName;
  call: Call;
  input: z.ZodType;
  /** Scripts of the browser may call it too. */
  isForIslands: boolean;
}

/** A requested call of the contract or operation, over HTTP or by a page. HEAD is answered like GET. */
export interface Question {
  name: QualifiedName;
  call: Call;
  /** Absent: a call of the contract. The input of an operation is its body. */
  operation?: NamedOperation;
  /** Decoded path parameters. */
  params: Record<string, string>;
  query: URLSearchParams;
  headers: ApiHeaders;
  body: ApiBody;
}

/** A call, and who sends it. */
export interface ApiRequest extends Question {
  caller: Caller;
}

/** Values that the gateway stores in cookies of the browser. No other client receives them. */
export interface StoredCookies {
  /** The choice among several accounts. */
  choice?: string;
  device?: string;
  /** A new access token. */
  token?: string;
  /** Digest of the login name, for the log. No cookie holds it. */
  named?: string;
}

/** What a call answers. */
export interface Answered {
  status: number;
  /** Names in lower case. Absent `cache-control`: `private, no-store`. */
  headers?: Readonly<Record<string, string>>;
  /** A plain JSON value. */
  value?: unknown;
  /** Instead of a value: the content of a file. */
  content?: FileContent;
  stored?: StoredCookies;
}

export type FileContent = string | Uint8Array | AsyncIterable<Uint8Array>;

/** What answers calls: the embedded school, or the franchise's hosts. */
export type Upstream = (requested: ApiRequest) => Promise<Answered>;

/** The token of a call. An invalid header never falls back to the cookie, because the client meant that token. */
export function tokenOf({ headers, caller }: Pick<ApiRequest, 'headers' | 'caller'>): string | undefined {
  const header = headers.get('authorization');
  return header === null ? caller.token : /^Bearer (\S+)$/i.exec(header)?.[1];
}

/** @param headers names in lower case */
export const headersOf = (headers: Readonly<Record<string, string>>): ApiHeaders => ({
  get: (name) => headers[name] ?? null,
  has: (name) => headers[name] !== undefined,
});

/** A text, or bytes that were collected, as the body of a call. */
export async function* bytesOf(whole: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof whole === 'string' ? new TextEncoder().encode(whole) : whole;
}

/** @returns the bytes of a body in one piece; null when they are more than `max`. */
export async function readUpTo(max: number, bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > max) return null;
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** A copy of a value as its JSON text would bring it: without undefined fields. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item ?? null));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([name, field]) => [name, plain(field)]));
}
