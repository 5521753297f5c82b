import {
  Agent,
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest, Agent as TlsAgent } from 'node:https';
import { isIP } from 'node:net';
import { type ServiceLimits, serviceLimits } from '#lib/rules/time/service-limits.ts';
import { limitConnecting } from './limit-request.ts';
import { isPublicAddress, PrivateAddressError, publicLookup } from './public-address.ts';

export interface PushAnswer {
  status: number;
  /** `Retry-After`, unparsed. */
  retryAfter: string | null;
}

/** Push services of browsers, from the sender's view. */
export interface PushServices {
  /**
   * Sends an encrypted message. It follows no redirect and connects to no private address.
   *
   * @param timeoutMs for the whole exchange, even if the service keeps sending slowly
   * @throws PushSilent if no answer came
   */
  post(endpoint: URL, headers: Record<string, string>, body: Uint8Array, timeoutMs: number): Promise<PushAnswer>;
  /** Ends running requests and idle connections. */
  close(): void;
}

export type Silence = 'timeout' | 'reset' | 'unreachable' | 'private_address';

/** No answer came. The message may or may not have arrived. */
export class PushSilent extends Error {
  override name = 'PushSilent';
  readonly why: Silence;
  constructor(why: Silence, cause?: unknown) {
    super(`no answer: ${why}`, { cause });
    this.why = why;
  }
}

interface Options {
  /** The school's own origins, which may be private. */
  ownOrigins: ReadonlySet<string>;
  lookup?: ReturnType<typeof publicLookup>;
  limits?: Pick<ServiceLimits, 'connectMs'>;
}

/** Services close connections that are idle for longer. */
const IDLE_MS = 50_000;

/** An HTTP client for push services, with persistent connections. */
export function httpPushServices({
  ownOrigins,
  lookup = publicLookup(),
  limits: { connectMs } = serviceLimits.pushServices,
}: Options): PushServices {
  const agentOptions = { keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' as const };
  const [plain, secure] = [new Agent(agentOptions), new TlsAgent(agentOptions)];
  const running = new Set<ClientRequest>();

  const once = (options: RequestOptions, isSecure: boolean, body: Uint8Array, timeoutMs: number) =>
    new Promise<PushAnswer>((resolve, reject) => {
      let answer: PushAnswer | undefined;
      let isLate = false;
      const request = (isSecure ? httpsRequest : httpRequest)(options);
      limitConnecting(request, connectMs);
      const timer = setTimeout(() => {
        isLate = true;
        request.destroy();
      }, timeoutMs);
      const end = (error?: Error) => {
        clearTimeout(timer);
        running.delete(request);
        // The status counts, even if reading the rest of the answer fails.
        if (answer) resolve(answer);
        else reject(silence(isLate, error, request));
      };
      running.add(request);
      request.on('response', (response: IncomingMessage) => {
        answer = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null };
        response.on('end', () => end()).on('close', () => end());
        readLittle(response, request);
      });
      request.on('error', end).on('close', () => end());
      request.end(body);
    });

  return {
    async post(endpoint, headers, body, timeoutMs) {
      const isOwn = ownOrigins.has(endpoint.origin);
      const isSecure = endpoint.protocol === 'https:';
      const host = endpoint.hostname.replace(/^\[|\]$/g, '');
      // Node connects to an IP address directly, without a look-up.
      if (!isOwn && isIP(host) !== 0 && !isPublicAddress(host)) throw new PushSilent('private_address');
      const options: RequestOptions = {
        method: 'POST',
        host,
        port: endpoint.port || (isSecure ? 443 : 80),
        path: endpoint.pathname + endpoint.search,
        // Headers as a list are sent unchanged, a tenth cheaper than an object.
        headers: ['Host', endpoint.host, 'Content-Length', String(body.byteLength), ...Object.entries(headers).flat()],
        agent: isSecure ? secure : plain,
        ...(!isOwn && { lookup: lookup as RequestOptions['lookup'] }),
      };
      const started = performance.now();
      try {
        return await once(options, isSecure, body, timeoutMs);
      } catch (error) {
        // The service closed a reused connection while we wrote: that says nothing about its state.
        if (!(error instanceof StaleConnection)) throw error;
        const left = timeoutMs - (performance.now() - started);
        return await once({ ...options, agent: false }, isSecure, body, left);
      }
    },
    close() {
      for (const request of running) request.destroy();
      plain.destroy();
      secure.destroy();
    },
  };
}

class StaleConnection extends PushSilent {}

function silence(isLate: boolean, error: Error | undefined, request: ClientRequest): PushSilent {
  if (isLate) return new PushSilent('timeout', error);
  if (error instanceof PrivateAddressError) return new PushSilent('private_address', error);
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  const isReset = error === undefined || code === 'ECONNRESET' || code === 'EPIPE';
  if (!isReset) return new PushSilent('unreachable', error);
  return request.reusedSocket ? new StaleConnection('reset', error) : new PushSilent('reset', error);
}

const MAX_BYTES = 64 * 1024;

/** Answers are short; the rest of a long one is dropped. */
function readLittle(response: IncomingMessage, request: ClientRequest): void {
  let left = MAX_BYTES;
  response.on('data', (chunk: Buffer) => {
    left -= chunk.byteLength;
    if (left < 0) request.destroy();
  });
  response.on('error', () => undefined);
}
