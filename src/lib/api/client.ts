import { API_PREFIX, type Call, type CallInput, type CallResult } from '#lib/contract/core.ts';

/** A refused call, or one that did not arrive. `status` 0: no answer. `detail` is fit to be shown. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly isApiError = true;
  readonly status: number;
  readonly detail: string;
  readonly fields: Record<string, string>;
  readonly code: string | undefined;

  constructor(status: number, body: { detail?: unknown; fields?: Record<string, string>; code?: string }) {
    const detail = typeof body.detail === 'string' ? body.detail : '';
    super(detail || `HTTP ${status}`);
    this.status = status;
    this.detail = detail;
    this.fields = body.fields ?? {};
    this.code = body.code;
  }

  /** Pages are bundled apart from the process that makes their client, so each side has its own class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && Reflect.get(value, 'isApiError') === true;
  }
}

/** Catches a refusal and says it in one sentence, with no field marked. @throws every other error */
export const inWords =
  (words: (refusal: ApiError) => string) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.status, { detail: words(error), code: error.code });
  };

export interface CallOptions {
  signal?: AbortSignal;
  /** For calls that move points or money: one key for each intent, the same across retries. */
  idempotencyKey?: string;
}

type Input<C> = keyof CallInput<C> extends never ? [input?: undefined] : [input: CallInput<C>];

/** Sends one call of the contract. @throws ApiError */
export type Client = <C extends Call>(call: C, ...rest: [...Input<C>, options?: CallOptions]) => Promise<CallResult<C>>;

export interface Transport {
  /** Sends a request to our own origin. */
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** Hours east of UTC (CONST-16); null leaves the header out. */
  tmz(): number | null;
  /** Gets every refusal before the caller does. */
  onRefusal?(error: ApiError, call: Call): void;
}

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/** The same client in pages and islands; only the transport differs. No time-out is set (API-96). */
export function createClient(transport: Transport): Client {
  const client = async (call: Call, input?: unknown, options: CallOptions = {}) => {
    const parts = (input ?? {}) as Parts;
    const headers: Record<string, string> = { Accept: 'application/json' };
    const tmz = call.tmz === false ? null : transport.tmz();
    if (tmz !== null) headers.tmz = String(tmz);
    if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
    const response = await send(transport, call, parts, { method: call.method, headers, signal: options.signal });
    if (response.ok) return call.result ? response : read(response, options.signal);
    const body = (await response.json().catch(() => ({}))) as ConstructorParameters<typeof ApiError>[1];
    const error = new ApiError(response.status, body ?? {});
    transport.onRefusal?.(error, call);
    throw error;
  };
  return client as Client;
}

async function send(
  transport: Transport,
  call: Call,
  parts: Parts,
  init: RequestInit & { headers: Record<string, string> },
) {
  if (parts.body instanceof FormData) init.body = parts.body;
  else if (parts.body !== undefined && call.body === 'form')
    init.body = new URLSearchParams(asText(parts.body as Record<string, unknown>));
  else if (parts.body !== undefined) {
    init.headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(parts.body);
  }
  try {
    return await transport.fetch(addressOf(call, parts), init);
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw unanswered(cause, init.signal);
  }
}

/** A success without JSON, such as the page of a captive network, is not our answer. */
async function read(response: Response, signal?: AbortSignal): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    throw unanswered(cause, signal);
  }
}

/** Tells a call that the caller gave up from a call that did not arrive. */
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
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(params?.[name]));
  const search = query ? new URLSearchParams(asText(query)).toString() : '';
  return API_PREFIX + path + (search ? `?${search}` : '');
}

function segment(value: unknown): string {
  const text = String(value ?? '');
  // URL parsers resolve dots, even encoded ones: the address would become that of another call.
  if (['', '.', '..'].includes(text)) throw new ApiError(404, { detail: 'Não encontramos o que você procura.' });
  return encodeURIComponent(text);
}

function asText(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  );
}
