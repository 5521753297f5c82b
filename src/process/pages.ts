import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Logger } from 'pino';
import { brandOf } from '#lib/brand.ts';
import { bookCookie, cookieName, flashCookie, sessionCookie, type Theme, themeCookie } from '#lib/session.ts';
import { readCookies } from '../gateway/cookies.ts';
import type { Gateway, Seal, Visitor } from '../gateway/gateway.ts';
import { createPageSession, type PageSession } from '../gateway/page-session.ts';
import { ANONYMOUS_HEADER, AnonymousPages } from './anonymous-pages.ts';
import { type Captured, capture } from './capture.ts';
import { encodingFor } from './encoding.ts';
import { securityHeaders } from './headers.ts';
import { end } from './listener.ts';

/** What every page gets from the process: see `App.Locals`. */
export interface PageLocals {
  session: PageSession;
  visitor: Visitor;
  brand: 'knn' | 'phenom';
  theme: Theme;
  settings: PageSettings;
}

/** Settings that pages may know. */
export interface PageSettings {
  publicPages: string[];
  timeZone: string;
  sentry: { dsn: string; environment: string } | null;
  debug: boolean;
  outboxViewer: boolean;
}

export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: PageLocals,
) => void;

export interface PageOptions {
  handler: PageHandler;
  gateway: Gateway;
  seal: Seal;
  settings: PageSettings;
  brand2Keyword: string;
  log: Logger;
}

const LARGEST_FORM_BYTES = 64 * 1024;
const SMALLEST_COMPRESSED = 1_000;
const FAILED = 'Algo deu errado do nosso lado. Tente de novo em instantes.';
/** Cookies that make a page one visitor's own. */
const OF_ONE_VISITOR = [sessionCookie, bookCookie, flashCookie];

/** Serves pages: anonymous ones from memory, the rest through the renderer, each leaving whole and compressed. */
export function createPages({ handler, gateway, seal, settings, brand2Keyword, log }: PageOptions) {
  const anonymous = new AnonymousPages();

  return (request: IncomingMessage, response: ServerResponse, url: URL, visitor: Visitor): void => {
    const refusal = refuse(request, visitor);
    if (refusal) {
      end(response, visitor, refusal.status, refusal.text);
      return;
    }
    const cookies = readCookies(request.headers.cookie);
    const has = (base: string) => cookies.has(cookieName(base, visitor.secure));
    const brand = brandOf(url.host, { keyword: brand2Keyword });
    const theme = themeOf(cookies.get(cookieName(themeCookie, visitor.secure)));
    const isAnonymous = !OF_ONE_VISITOR.some(has);
    const mayServe = request.method !== 'POST' && url.search === '' && isAnonymous;
    // A renderer answers HEAD without the bytes that GET needs.
    const mayKeep = mayServe && request.method === 'GET';
    const key = `${brand} ${theme} ${visitor.secure} ${url.pathname}`;
    if (mayServe && anonymous.serve(key, request, response)) return;

    for (const [name, value] of Object.entries(securityHeaders(visitor.secure))) response.setHeader(name, value);
    const { discard } = capture(response, (captured) => {
      const same = captured.headers[ANONYMOUS_HEADER] !== undefined;
      delete captured.headers[ANONYMOUS_HEADER];
      if (captured.headers['content-type'] === 'text/html')
        captured.headers['content-type'] = 'text/html; charset=utf-8';
      captured.headers.vary = 'Accept-Encoding, Cookie';
      captured.headers['cache-control'] ??= same && isAnonymous ? 'no-cache' : 'private, no-store';
      if (mayKeep && same) void anonymous.keep(key, captured);
      send(request, response, captured);
    });
    const session = createPageSession(gateway, seal, visitor, request.headers.cookie);
    const next = (error?: unknown) => {
      discard();
      if (error) log.error({ err: error, requestId: visitor.requestId }, 'page failed');
      end(response, visitor, error ? 500 : 404, error ? FAILED : 'Não encontramos o que você procura.');
    };
    handler(request, response, next, { session, visitor, brand, theme, settings });
  };
}

function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Captured): void {
  if (response.destroyed) return;
  const type = String(headers['content-type'] ?? '');
  const worth = body.byteLength >= SMALLEST_COMPRESSED && /^(text|application\/(json|manifest|xml))/.test(type);
  const encoding = worth ? encodingFor(request.headers['accept-encoding']) : null;
  const bytes = !encoding
    ? body
    : encoding === 'br'
      ? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })
      : gzipSync(body, { level: 4 });
  const hasBody = status !== 204 && status !== 304;
  response.writeHead(status, {
    ...headers,
    ...(encoding && { 'content-encoding': encoding }),
    ...(hasBody && { 'content-length': bytes.byteLength }),
  });
  response.end(request.method === 'HEAD' || !hasBody ? undefined : bytes);
}

/** Forms of other sites are refused here, before a page reads them (Astro's own check does not know our hosts). */
function refuse(request: IncomingMessage, visitor: Visitor): { status: number; text: string } | null {
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  if (request.method !== 'POST') return { status: 405, text: 'Método não permitido.' };
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_FORM_BYTES || request.headers['transfer-encoding']) {
    return { status: 413, text: 'Os dados enviados passam do tamanho permitido.' };
  }
  const site = request.headers['sec-fetch-site'];
  const own = site === undefined ? request.headers.origin === visitor.origin : site === 'same-origin';
  return own ? null : { status: 403, text: 'Este formulário não veio do portal.' };
}

function themeOf(value: string | undefined): Theme {
  return value === 'escuro' || value === 'sistema' ? value : 'claro';
}
