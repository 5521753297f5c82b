import { MB } from '#lib/format/limits.ts';
import { type ServiceLimits, serviceLimits } from '#lib/rules/time/service-limits.ts';

/** No answer came. `isUnsent`: the request was never sent; otherwise it is unknown whether the service acted on it. */
export class WhatsappSilent extends Error {
  override name = 'WhatsappSilent';
  readonly isUnsent: boolean;
  constructor(isUnsent: boolean) {
    super(isUnsent ? 'no connection' : 'no answer');
    this.isUnsent = isUnsent;
  }
}

export interface WhatsappAnswer {
  status: number;
  /** undefined: no JSON. */
  body: unknown;
}

/** The Cloud API of WhatsApp Business. */
export interface Whatsapp {
  /**
   * @param path below the address of the API, with its query
   * @throws WhatsappSilent
   */
  ask(method: 'GET' | 'POST', path: string, token: string, body?: object): Promise<WhatsappAnswer>;
}

const NEVER_LEFT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * The client of the Cloud API. No error holds an address or a body: they hold keys and personal data. @param url with its version
 */
export const httpWhatsapp = (url: string, { silenceMs }: ServiceLimits = serviceLimits.whatsapp): Whatsapp => ({
  async ask(method, path, token, body) {
    try {
      const response = await fetch(`${url}/${path}`, {
        ...{ method, redirect: 'error', signal: AbortSignal.timeout(silenceMs) },
        headers: {
          ...{ authorization: `Bearer ${token}`, accept: 'application/json', 'user-agent': 'portal-do-aluno' },
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (Number(response.headers.get('content-length') ?? 0) > 4 * MB) throw new WhatsappSilent(false);
      const text = await response.text();
      return { status: response.status, body: jsonOf(text) };
    } catch (error) {
      if (error instanceof WhatsappSilent) throw error;
      const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
      throw new WhatsappSilent(NEVER_LEFT.has(code));
    }
  },
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
