import { Agent } from 'node:https';
import type { ServiceLimits } from '#lib/rules/time/service-limits.ts';
import { jsonOverTls, type RawAnswer } from './json-over-tls.ts';
import { ProviderSilent } from './provider.ts';
import { restOf } from './rest.ts';

export interface BankClientSettings {
  /** The base address of the API, without a final slash. */
  url: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** Where the bank expects the client's id and secret: in the header or in the form. */
  tokenAuth: 'basic' | 'form';
  scope: string;
  /** Additional parameters that a bank requires in every address, such as an application's key. */
  query: Readonly<Record<string, string>>;
  /** The school's certificate: PEM with its key, or PFX (base64). */
  cert?: string;
  key?: string;
  pfx?: string;
  passphrase?: string;
  /** A certificate authority besides those that Node knows, as PEM. */
  ca?: string;
}

export interface ClientAnswer {
  status: number;
  /** undefined: no JSON. */
  body: unknown;
}

/** The school's certificate as Node's TLS takes it. */
export const ownCertificate = ({
  cert,
  key,
  pfx,
  passphrase,
}: Pick<BankClientSettings, 'cert' | 'key' | 'pfx' | 'passphrase'>) => ({
  ...{ cert, key, passphrase },
  pfx: pfx === undefined ? undefined : Buffer.from(pfx, 'base64'),
});

/** A token is renewed this long before it expires, so that none expires during a request. */
const TOKEN_MARGIN_S = 30;
const USUAL_TOKEN_S = 300;
/** Seconds of pause, by status, for a bank that asks for a pause without a duration. */
const USUAL_PAUSE_S: Readonly<Record<number, number>> = { 429: 30, 503: 5 };
const MAX_PAUSE_S = 15 * 60;

/**
 * A JSON client for banks: mutual TLS, a cached OAuth2 token, and a pause when the bank asks for one (429, 503) or does not
 * answer. No error holds an address's parameters, a body or a header: they may hold keys and personal data.
 */
export function bankClient(settings: BankClientSettings, { limits, now }: { limits: ServiceLimits; now(): Date }) {
  const { url, tokenUrl, clientId, clientSecret, tokenAuth, scope, query } = settings;
  const agent = new Agent({
    keepAlive: true,
    timeout: 50_000,
    minVersion: 'TLSv1.2',
    ca: settings.ca,
    ...ownCertificate(settings),
  });
  let token: { text: string; until: number } | null = null;
  /** All requests that wait for a token share one token request. */
  let asking: Promise<string> | null = null;
  const rest = restOf(now);
  const overTls = jsonOverTls(agent, limits);
  const send: typeof overTls = (...request) => rest.send(() => overTls(...request));

  async function fetchToken(): Promise<string> {
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) });
    const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
    if (tokenAuth === 'basic') {
      headers.authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    } else {
      form.set('client_id', clientId);
      form.set('client_secret', clientSecret);
    }
    const { status, body } = heed(await send('POST', new URL(tokenUrl), headers, form.toString()));
    const { access_token: text, expires_in: seconds } = (body ?? {}) as Record<string, unknown>;
    if (status !== 200 || typeof text !== 'string' || !/^[\x21-\x7e]{1,8000}$/.test(text)) {
      throw new ProviderSilent(`no access token: the bank answered with ${status}`);
    }
    // An object may lack a conversion to text, and then `Number` throws.
    const lifetime = typeof seconds === 'object' ? 0 : Number(seconds);
    const lasts = lifetime > 0 ? lifetime : USUAL_TOKEN_S;
    token = { text, until: now().getTime() + Math.max(1, lasts - TOKEN_MARGIN_S) * 1000 };
    return text;
  }

  /** Starts the pause that the bank asks for. */
  function heed(answer: RawAnswer): RawAnswer {
    const usual = USUAL_PAUSE_S[answer.status];
    if (usual === undefined) return answer;
    rest.forSeconds(pauseOf(answer.headers['retry-after'] ?? null, now()) ?? usual);
    throw new ProviderSilent(`the bank asks for a pause (${answer.status})`);
  }

  async function currentToken(): Promise<string> {
    if (token && token.until > now().getTime()) return token.text;
    asking ??= fetchToken().finally(() => {
      asking = null;
    });
    return asking;
  }

  async function ask(method: string, path: string, body?: unknown): Promise<ClientAnswer> {
    const address = new URL(url + path);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const text = body === undefined ? undefined : JSON.stringify(body);
    for (const isLast of [false, true]) {
      const bearer = await currentToken();
      const headers = { authorization: `Bearer ${bearer}`, ...(text && { 'content-type': 'application/json' }) };
      const answer = heed(await send(method, address, headers, text));
      if (answer.status !== 401 || isLast) return answer;
      // The bank ended the token early. Another request may have fetched a new token already.
      if (token?.text === bearer) token = null;
    }
    throw new ProviderSilent('unreachable');
  }
  return { ask, token: currentToken };
}

export type BankClient = ReturnType<typeof bankClient>;

/** `Retry-After`: seconds, or a date. @returns null if it is unreadable */
function pauseOf(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), MAX_PAUSE_S) : null;
}

/** The kind of a refusal. Its other texts may hold personal data. */
export function problemOf({ body }: ClientAnswer): string {
  const { type } = (body ?? {}) as { type?: unknown };
  const kind = typeof type === 'string' ? /\/error\/([A-Za-z]{1,60})$/.exec(type)?.[1] : undefined;
  return kind ? ` (${kind})` : '';
}
