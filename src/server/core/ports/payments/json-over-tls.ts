import type { IncomingHttpHeaders } from 'node:http';
import { type Agent, request } from 'node:https';
import { MB } from '#lib/format/limits.ts';
import type { ServiceLimits } from '#lib/rules/time/service-limits.ts';
import { limitConnecting, NotConnected } from '../limit-request.ts';
import { ProviderSilent } from './provider.ts';

export interface RawAnswer {
  status: number;
  /** undefined: no JSON. */
  body: unknown;
  headers: IncomingHttpHeaders;
}

/** The answer did not arrive in time. */
export class NoAnswerInTime extends ProviderSilent {}

const MAX_BYTES = 4 * MB;

/**
 * Sends one request over TLS and reads its answer as JSON. No error holds an address, a body or a header: they may hold keys and
 * personal data. @throws ProviderSilent
 */
export function jsonOverTls(agent: Agent, { connectMs, silenceMs }: ServiceLimits) {
  return (method: string, address: URL, headers: Record<string, string>, body?: string): Promise<RawAnswer> =>
    new Promise<RawAnswer>((resolve, reject) => {
      const signal = AbortSignal.timeout(silenceMs);
      const fail = (why: string, isLate = signal.aborted) =>
        reject(new (isLate ? NoAnswerInTime : ProviderSilent)(`${method}: ${why}`));
      const sending = request(
        address,
        { method, agent, headers: { accept: 'application/json', ...headers }, signal },
        (answer) => {
          const chunks: Buffer[] = [];
          let bytes = 0;
          answer.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            if (bytes > MAX_BYTES) sending.destroy(new Error('too large'));
            else chunks.push(chunk);
          });
          answer.on('error', () => fail('the answer broke off'));
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              body: jsonOf(Buffer.concat(chunks).toString('utf8')),
              headers: answer.headers,
            }),
          );
        },
      );
      limitConnecting(sending, connectMs);
      sending.on('error', (error: NodeJS.ErrnoException) =>
        fail(error.code ?? 'no answer', signal.aborted || error instanceof NotConnected),
      );
      sending.end(body);
    }).catch((error: unknown) => {
      // Thrown by the agent itself: the password or key does not open the certificate.
      throw error instanceof ProviderSilent ? error : new ProviderSilent(`${method}: the certificate does not open`);
    });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
