import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { NamedOperation } from '#lib/api/request.ts';
import { brandOf } from '#lib/brand.ts';
import { isPromoFile } from '#lib/rules/promo/promo-files.ts';
import type { Gateway, Visitor } from '../gateway/gateway.ts';
import type { Assets } from './assets.ts';
import { createCalls } from './calls.ts';
import { inertHeaders, securityHeaders } from './headers.ts';
import { pathForLog } from './log.ts';
import type { Kind, Metrics } from './metrics.ts';
import { networkOf } from './network-address.ts';

/** Serves an address of the process itself. @returns whether it did. */
export type Extra = (url: URL, request: IncomingMessage, response: ServerResponse, visitor: Visitor) => boolean;

export interface ListenerOptions {
  gateway: Gateway;
  /** Some of them have an address for islands. */
  operations: readonly NamedOperation[];
  assets: Assets | null;
  /** Health, manifests, documents: tried in this order, before pages. */
  extras: Extra[];
  pages(request: IncomingMessage, response: ServerResponse, url: URL, visitor: Visitor): void;
  metrics: Metrics;
  log: Logger;
  brand2Keyword: string;
  trustProxy: boolean;
  /** The `Strict-Transport-Security` value for answers over TLS; null: none. */
  transport: string | null;
  /** The hosts that are served; empty: any host. */
  allowedHosts: ReadonlySet<string>;
}

/** Anything more, such as a path, would change every URL that is built from it (S11). */
const HOST = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/;
/** Monitoring calls these by IP address, without a host name. The answers hold no personal data. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);
/** Below `/api/`, but not calls. */
const DOCUMENTS = /^\/api\/(v1\/openapi\.json$|docs(\/|$))/;
/** Letters, digits and marks that no log, header or page reads as something else. */
const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;
const FILES = /^\/(_astro|brand|fonts|api)\/|\.(js|css|map|json|webmanifest|png|ico|svg|woff2?|txt|xml)$/;

/** Receives every request first. It determines the visitor and the host, and the part of the process that answers. */
export function createListener(options: ListenerOptions) {
  const { gateway, assets, extras, pages, metrics } = options;
  // Request lines hold nothing that the log redacts, and redaction is most of the work of a line.
  const requests = options.log.child({}, { redact: [] });
  const calls = createCalls(gateway, options.operations, options.log);
  const isServed = ({ origin }: Visitor, url: URL | null) => {
    const { allowedHosts } = options;
    const host = origin.slice(origin.indexOf('://') + 3);
    if (!HOST.test(host)) return false;
    return allowedHosts.size === 0 || allowedHosts.has(url?.host ?? host) || PROBES.has(url?.pathname ?? '');
  };

  return (request: IncomingMessage, response: ServerResponse): void => {
    const started = performance.now();
    const visitor = visitorOf(request, options.trustProxy);
    const url = addressOf(request, visitor);
    const brand = brandOf(url?.host ?? '', { keyword: options.brand2Keyword });
    let kind: Kind = 'other';
    response.setHeader('X-Request-Id', visitor.requestId);
    if (visitor.secure && options.transport !== null)
      response.setHeader('Strict-Transport-Security', options.transport);
    response.once('close', () => {
      const ms = performance.now() - started;
      metrics.observe(kind, request.method ?? '', response.statusCode, ms / 1000);
      if (kind === 'asset') return;
      const level = levelOf(response.statusCode, url?.pathname);
      requests[level]({
        requestId: visitor.requestId,
        brand,
        ...visitor.who,
        method: request.method,
        path: url ? pathForLog(url.pathname) : ':x',
        status: response.statusCode,
        ms: Math.round(ms * 10) / 10,
      });
    });
    if (!isServed(visitor, url)) {
      end(response, 421, 'Este endereço não é atendido aqui.');
      return;
    }
    if (!url) {
      response.writeHead(302, { ...inertHeaders, Location: '/' }).end();
      return;
    }
    if (url.pathname.startsWith('/api/') && !DOCUMENTS.test(url.pathname)) {
      kind = 'api';
      void calls(request, response, url, visitor);
      return;
    }
    kind = 'asset';
    if (assets?.serve(url.pathname, request, response, brand)) return;
    kind = 'other';
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    for (const extra of extras) if (extra(url, request, response, visitor)) return;
    // ROUTE-30: files are not pages. A redirect to HTML instead of a file breaks workers and old tabs.
    if (FILES.test(url.pathname) && !isPromoFile(url.pathname)) {
      end(response, 404, 'Arquivo não encontrado.');
      return;
    }
    kind = 'page';
    pages(request, response, url, visitor);
  };
}

/** 501 is not our error, nor is an unreachable host. Frequent monitoring requests must not fill the log. */
function levelOf(status: number, path: string | undefined): 'debug' | 'info' | 'warn' | 'error' {
  if (status >= 500) return [501, 502, 503, 504].includes(status) ? 'warn' : 'error';
  return status < 300 && PROBES.has(path ?? '') ? 'debug' : 'info';
}

/** Answers with a text that is not a page. */
export function end(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, {
    ...inertHeaders,
    'Content-Type': type,
    'Cache-Control': 'no-store',
  });
  response.end(text);
}

function visitorOf(request: IncomingMessage, trustProxy: boolean): Visitor {
  const forwarded = (name: string) => {
    const value = trustProxy ? request.headers[name] : undefined;
    // The proxy in front appends, so the last entry is the address that it saw itself.
    return typeof value === 'string' ? value.split(',').at(-1)?.trim() : undefined;
  };
  const secure = forwarded('x-forwarded-proto') === 'https';
  const host = forwarded('x-forwarded-host') ?? request.headers.host ?? '';
  return {
    requestId: idOf(forwarded('x-request-id')),
    address: networkOf(forwarded('x-forwarded-for') ?? request.socket.remoteAddress ?? ''),
    origin: `${secure ? 'https' : 'http'}://${host.toLowerCase()}`,
    secure,
    who: {},
  };
}

/** The proxy’s own request id, if it is well-formed, so that one id finds the request in both logs. */
const idOf = (provided: string | undefined): string =>
  provided && REQUEST_ID.test(provided) ? provided : randomUUID();

/** `//host/path` and backslashes would lead to another host when joined, so such addresses are refused. */
function addressOf(request: IncomingMessage, visitor: Visitor): URL | null {
  const target = request.url ?? '/';
  if (!target.startsWith('/') || target.startsWith('//') || target.includes('\\')) return null;
  try {
    return new URL(visitor.origin + target);
  } catch {
    return null;
  }
}
