import { API_PREFIX, type Call, type CallInput, type CallResult } from '#lib/contract/core.ts';

/** Where a 405 leads (ERR-12). No page has this address, so the guards redirect to the user’s home. */
export const MAIN_SCREEN = '/main/dashboard';

/** A refused call, or one without an answer. `status` 0: no answer. `detail` is fit to be shown. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly isApiError = true;
  readonly status: number;
  readonly detail: string;
  readonly fields: Record<string, string>;
  readonly code: string | undefined;

  constructor(status: number, body: { detail?: unknown; fields?: unknown; code?: unknown }) {
    const detail = typeof body.detail === 'string' ? body.detail : '';
    super(detail || `HTTP ${status}`);
    this.status = status;
    this.detail = detail;
    this.fields = textsOf(body.fields);
    this.code = typeof body.code === 'string' ? body.code : undefined;
  }

  /** Compares by shape, because pages are bundled apart from the process and so have another class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && Reflect.get(value, 'isApiError') === true;
  }
}

/** The text values of a record. Another host may send anything; other values are left out. */
function textsOf(record: unknown): Record<string, string> {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return {};
  return Object.fromEntries(Object.entries(record).filter(([, value]) => typeof value === 'string'));
}

/** Replaces the sentence of a refusal. @throws ApiError with that sentence; every other error unchanged */
export const inWords =
  (words: (refusal: ApiError) => string) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.status, { detail: words(error), code: error.code, fields: error.fields });
  };

export interface CallOptions {
  signal?: AbortSignal;
  /** For calls that move points or money: one key for each intent, the same across retries. */
  idempotencyKey?: string;
}

type Input<C> = keyof CallInput<C> extends never ? [input?: undefined] : [input: CallInput<C>];

/** Sends one call of the contract. @throws ApiError */
export type Client = <C extends Call>(call: C, ...rest: [...Input<C>, options?: CallOptions]) => Promise<CallResult<C>>;

/** A call as a client sends it. */
export interface Sent {
  call: Call;
  params: Readonly<Record<string, unknown>>;
  /** Without empty fields. */
  query: Record<string, string>;
  /** A JSON value, the fields of a form, or a `FormData`; undefined: none. */
  body: unknown;
  /** Names in lower case. */
  headers: Record<string, string>;
}

export interface Reply {
  status: number;
  /** The answer of the contract, or the body of a refusal; for a file, the response itself. */
  value?: unknown;
}

export interface Transport {
  /** Sends a call to our own origin. Rejects if no answer comes. */
  send(sent: Sent, signal?: AbortSignal): Promise<Reply>;
  /** Hours east of UTC (CONST-16); null leaves the header out. */
  tmz(): number | null;
  /** Gets every refusal before the caller does. */
  onRefusal?(error: ApiError, call: Call): void;
}

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
type RefusalBody = ConstructorParameters<typeof ApiError>[1];

/** The same client in pages and islands; only the transport differs. No time-out is set (API-96). */
export function createClient(transport: Transport): Client {
  const client = async (call: Call, input?: unknown, { signal, idempotencyKey }: CallOptions = {}) => {
    const { params = {}, query, body } = (input ?? {}) as Parts;
    const headers: Record<string, string> = { accept: 'application/json' };
    const tmz = call.tmz === false ? null : transport.tmz();
    if (tmz !== null) headers.tmz = String(tmz);
    if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
    const isForm = call.body === 'form' && body !== undefined;
    const sent = { call, params, query: asText(query), body: isForm ? asText(body as Parts['query']) : body, headers };
    const { status, value } = await transport.send(sent, signal).catch((cause: unknown) => {
      throw cause instanceof ApiError ? cause : unanswered(cause, signal);
    });
    return answerOf({ status, value }, (error) => transport.onRefusal?.(error, call));
  };
  return client as Client;
}

/** The value of an answer. @throws ApiError for a refusal */
export function answerOf({ status, value }: Reply, onRefusal?: (error: ApiError) => void): unknown {
  if (status >= 200 && status < 300) return value;
  const error = new ApiError(status, (value ?? {}) as RefusalBody);
  onRefusal?.(error);
  throw error;
}

/** Sends calls over HTTP. */
export const overHttp =
  (fetch: (path: string, init: RequestInit) => Promise<Response>): Transport['send'] =>
  async ({ call, params, query, body, headers }, signal) => {
    const init: RequestInit & { headers: Record<string, string> } = { method: call.method, headers, signal };
    if (body instanceof FormData) init.body = body;
    else if (body !== undefined && call.body === 'form') init.body = new URLSearchParams(body as typeof query);
    else if (body !== undefined) {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(body);
    }
    const response = await fetch(addressOf(call, { params, query }), init);
    const { ok, status } = response;
    // A success without JSON, such as the page of a captive network, is not our answer.
    const value = ok ? (call.result ? response : response.json()) : response.json().catch(() => ({}));
    return { status, value: await value };
  };

/** Distinguishes an aborted call from one without an answer. */
const unanswered = (cause: unknown, signal?: AbortSignal | null) =>
  signal?.aborted
    ? cause
    : new ApiError(0, { detail: 'Não conseguimos falar com o servidor. Verifique sua conexão e tente de novo.' });

/**
 * The address of a call below our own origin, each parameter encoded as one segment.
 *
 * @throws ApiError 404 for a parameter that cannot be a segment
 */
export function addressOf(call: Call, { params, query }: Pick<Parts, 'params' | 'query'> = {}): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(segment(params?.[name])));
  const search = query ? new URLSearchParams(asText(query)).toString() : '';
  return API_PREFIX + path + (search ? `?${search}` : '');
}

/**
 * A parameter as one segment of an address.
 *
 * @throws ApiError 404 for a value that cannot be one
 */
export function segment(value: unknown): string {
  const text = String(value ?? '');
  // URL parsers resolve dots, even encoded ones, and the address would become that of another call.
  if (['', '.', '..'].includes(text)) throw new ApiError(404, { detail: 'Não encontramos o que você procura.' });
  return text;
}

/** Without empty fields. */
function asText(values: Record<string, unknown> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  );
}
