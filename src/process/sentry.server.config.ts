import { type ClientRequest, request as overHttp, type RequestOptions } from 'node:http';
import { request as overTls } from 'node:https';
import type { Logger } from 'pino';
import { scrub } from '#lib/report/scrub.ts';
import { type ServiceLimits, serviceLimits } from '#lib/rules/time/service-limits.ts';

export interface ReportOptions {
  dsn: string;
  environment: string;
  /** The running build, as the browser's reports name it. */
  release: string | undefined;
}

/** The fields of a log line besides its error. */
type Facts = Readonly<Record<string, unknown>>;

export interface Reports {
  send(error: unknown, facts: Facts): void;
  /** Waits for reports on their way, at most `MAX_CLOSE_MS`. */
  close(): Promise<void>;
}

/** Fields that show where an error occurred, without personal data. */
const TAGS = ['call', 'job', 'path'] as const;
/** A broken database fails every call, and the first reports suffice. */
const MAX_A_MINUTE = 20;
const MAX_CLOSE_MS = 2_000;

/**
 * Starts the error reports of this process. The package is loaded only here: without an address none of it is in memory.
 * Its client is isolated: it patches no module, listens to nothing and collects no requests.
 */
export async function openReports(
  { dsn, environment, release }: ReportOptions,
  limits: ServiceLimits = serviceLimits.reports,
): Promise<Reports> {
  const { defaultStackParser, linkedErrorsIntegration, makeNodeTransport, NodeClient, Scope } = await import(
    '@sentry/astro'
  );
  const client = new NodeClient({
    dsn,
    environment,
    release,
    transport: (options) => makeNodeTransport({ ...options, httpModule: limitedRequests(limits) }),
    stackParser: defaultStackParser,
    integrations: [linkedErrorsIntegration()],
    includeServerName: false,
    sendDefaultPii: false,
    sendClientReports: false,
    beforeSend: ({ sdkProcessingMetadata, ...event }) => ({ ...scrub(event), sdkProcessingMetadata }),
  });
  client.init();
  const mayPass = atMost(MAX_A_MINUTE, 60_000);
  return {
    send(error, facts) {
      if (!mayPass()) return;
      const scope = new Scope();
      scope.setClient(client);
      for (const name of TAGS) if (typeof facts[name] === 'string') scope.setTag(name, facts[name]);
      // The beginning is enough to find the line in the log. A whole id would look like a secret.
      if (typeof facts.requestId === 'string') scope.setTag('request', facts.requestId.slice(0, 8));
      scope.captureException(error);
    },
    async close() {
      await client.close(MAX_CLOSE_MS);
    },
  };
}

/** Requests with time limits; those of the package wait forever. */
const limitedRequests = ({ connectMs, silenceMs }: ServiceLimits) => ({
  request(options: RequestOptions, onAnswer?: (answer: never) => void): ClientRequest {
    const isSecure = options.protocol === 'https:';
    const requestOptions = { ...options, timeout: connectMs };
    const sent = isSecure ? overTls(requestOptions, onAnswer as never) : overHttp(requestOptions, onAnswer as never);
    sent.on('timeout', () => sent.destroy(new Error('the service is silent')));
    sent.on('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => sent.setTimeout(silenceMs)),
    );
    return sent;
  },
});

/** Lets at most `max` pass in each span of time. */
export function atMost(max: number, spanMs: number, now: () => number = Date.now): () => boolean {
  let began = Number.NEGATIVE_INFINITY;
  let passed = 0;
  return () => {
    if (now() - began >= spanMs) {
      began = now();
      passed = 0;
    }
    passed += 1;
    return passed <= max;
  };
}

/** Reports each error in the log. Errors of calls, pages and jobs all end there; refusals and warnings do not. */
export function reportErrors(log: Logger, send: Reports['send']): void {
  for (const level of ['error', 'fatal'] as const) {
    const write = log[level].bind(log) as (...line: unknown[]) => void;
    log[level] = ((...line: unknown[]) => {
      write(...line);
      const [facts] = line;
      if (typeof facts === 'object' && facts !== null && 'err' in facts) send(facts.err, facts as Facts);
    }) as Logger['error'];
  }
}
