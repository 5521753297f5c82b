import { Agent } from 'node:https';
import type { ServiceLimits } from '#lib/rules/time/service-limits.ts';
import type { ClientAnswer } from './bank-client.ts';
import { jsonOverTls } from './json-over-tls.ts';
import { ProviderSilent } from './provider.ts';
import { restOf } from './rest.ts';

export interface AsaasClientSettings {
  /** The base address of the API with its version, without a final slash. */
  url: string;
  apiKey: string;
  /** A certificate authority besides those that Node knows, as PEM. */
  ca?: string;
}

/** How long requests pause if the provider asks for a pause without a duration. */
const USUAL_PAUSE_S = 30;
const MAX_PAUSE_S = 15 * 60;
/** The provider allows 50 concurrent GET requests (page “API limits”), shared by all processes of a school. */
const MAX_AT_ONCE = 10;

/**
 * The client of the API of Asaas: the key in `access_token`, a name in `User-Agent` (both required by its page “Autenticação”),
 * and a pause after 429 for as long as `RateLimit-Reset` says (its page “API limits”), or after time-outs.
 */
export function asaasClient({ url, apiKey, ca }: AsaasClientSettings, of: { limits: ServiceLimits; now(): Date }) {
  const send = jsonOverTls(new Agent({ keepAlive: true, timeout: 50_000, minVersion: 'TLSv1.2', ca }), of.limits);
  const rest = restOf(of.now);
  let running = 0;
  const waiting: (() => void)[] = [];

  async function withinLimit<T>(work: () => Promise<T>): Promise<T> {
    if (running >= MAX_AT_ONCE) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return async (method: string, path: string, body?: unknown): Promise<ClientAnswer> => {
    // A GET with a body is refused there with 403.
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      access_token: apiKey,
      'user-agent': 'portal-do-aluno',
      ...(text && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    };
    const answer = await withinLimit(() => rest.send(() => send(method, new URL(url + path), headers, text)));
    if (answer.status !== 429 && answer.status !== 503) return answer;
    const resetSeconds = Number(answer.headers['ratelimit-reset'] ?? answer.headers['retry-after']);
    const seconds =
      Number.isFinite(resetSeconds) && resetSeconds > 0 ? Math.min(resetSeconds, MAX_PAUSE_S) : USUAL_PAUSE_S;
    rest.forSeconds(seconds);
    throw new ProviderSilent(`the provider asks for a pause (${answer.status})`);
  };
}

export type AsaasClient = ReturnType<typeof asaasClient>;
