import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Logger } from 'pino';
import { ApiError, MAIN_SCREEN } from '#lib/api/client.ts';
import { type BrandKey, brandOf } from '#lib/brand.ts';
import type { PageSession } from '#lib/page/page-session.ts';
import { routes } from '#lib/routes.ts';
import { hasOnlyMarks } from '#lib/rules/promo/tracking-marks.ts';
import { excessOf, TOO_LARGE } from '#lib/rules/routes/form-size.ts';
import { safeNext } from '#lib/rules/routes/next-path.ts';
import { matchRoute, type Route } from '#lib/rules/routes/route-table.ts';
import { DAY_S } from '#lib/rules/time/spans.ts';
import {
  bookCookie,
  cookieName,
  flashCookie,
  refusedCookie,
  sessionCookie,
  sheetsCookie,
  type TextSize,
  type Theme,
  textCookie,
  themeCookie,
} from '#lib/session.ts';
import { readCookies, setCookie } from '../gateway/cookies.ts';
import type { Gateway, Seal, Visitor } from '../gateway/gateway.ts';
import type { OperationClients } from '../gateway/operation-client.ts';
import { createPageSession } from '../gateway/page-session.ts';
import { ANONYMOUS_HEADER, AnonymousPages } from './anonymous-pages.ts';
import { type Captured, capture } from './capture.ts';
import { encodingFor, FRESH_ENCODINGS } from './encoding.ts';
import type { FirstPaint } from './first-paint.ts';
import { securityHeaders } from './headers.ts';
import type { IslandFiles } from './island-files.ts';
import { end } from './listener.ts';
import { pathForLog } from './log.ts';

/** What every page gets from the process: see `App.Locals`. */
export interface PageLocals {
  session: PageSession;
  visitor: Visitor;
  brand: 'knn' | 'phenom';
  theme: Theme;
  textSize: TextSize;
  settings: PageSettings;
  /** Why the form of this request was not parsed, in words; null if it was. */
  tooLarge: string | null;
  /** Logs that this page broke, unless a call did so already. */
  fault(error: unknown): void;
}

/** Settings that pages may know. */
export interface PageSettings {
  /** What runs here, in a few words. */
  version: string;
  publicPages: string[];
  timeZone: string;
  /** The address of each brand, without a slash at its end. */
  sites: Record<BrandKey, string>;
  sentry: { dsn: string; environment: string } | null;
  debug: boolean;
  outboxViewer: boolean;
  /** Without it the portal sends no mail, so no page promises one. */
  sendsMail: boolean;
  /** The franchise's hosts answer. Parts of the portal that need the embedded school are off. */
  connected: boolean;
  /** Other origins whose pictures and sounds pages may show: the franchise's hosts. */
  mediaHosts: string[];
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
  operations: OperationClients;
  seal: Seal;
  settings: PageSettings;
  brand2Keyword: string;
  /** The version of the promotional pages’ data, which changes with each publication, in any process. */
  promoStamp(): string | Promise<string>;
  /** Null where another server has the style sheets (development). */
  firstPaint: FirstPaint | null;
  /** Null where another server builds the islands (development). */
  islandFiles: IslandFiles | null;
  log: Logger;
}

/** A request for a page. */
interface PageRequest {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  visitor: Visitor;
  route: Route | undefined;
  /** What it is drawn from: see `promoStamp`. */
  stamp: string;
}

const SMALLEST_COMPRESSED = 1_000;
const compressors = {
  zstd: (body: Buffer) =>
    zstdCompressSync(body, {
      params: { [constants.ZSTD_c_compressionLevel]: 3 },
      pledgedSrcSize: body.byteLength,
    }),
  gzip: (body: Buffer) => gzipSync(body, { level: 4 }),
};
const OWN_FRAME = 'SAMEORIGIN';
const FAILED = 'Algo deu errado do nosso lado. Tente de novo em instantes.';
/** Cookies that make a page personal. */
const OF_ONE_VISITOR = [sessionCookie, bookCookie, flashCookie];

/** Serves pages. Anonymous pages come from memory, the others from the renderer. Each is sent whole and compressed. */
export function createPages(options: PageOptions) {
  const { handler, settings, brand2Keyword, firstPaint, islandFiles, promoStamp, log } = options;
  const anonymous = new AnonymousPages();

  return (request: IncomingMessage, response: ServerResponse, url: URL, visitor: Visitor): void => {
    // Pages that no school can edit need no stamp.
    const route = matchRoute(url.pathname)?.route;
    const stamp = route?.kind === 'promo' ? promoStamp() : '';
    if (typeof stamp === 'string') answer({ request, response, url, visitor, route, stamp });
    else void stamp.then((known) => answer({ request, response, url, visitor, route, stamp: known }));
  };

  function answer({ request, response, url, visitor, route, stamp }: PageRequest): void {
    const refusal = refuse(request, visitor, route);
    if (refusal) {
      end(response, refusal.status, refusal.text);
      return;
    }
    const isForm = request.method === 'POST';
    const tooLarge = isForm ? excessOf(url.pathname, Number(request.headers['content-length'] ?? 0)) : null;
    // The page that is rendered instead parses no form.
    if (tooLarge) request.method = 'GET';
    const cookies = readCookies(request.headers.cookie);
    const has = (base: string) => cookies.has(cookieName(base, visitor.secure));
    const brand = brandOf(url.host, { keyword: brand2Keyword });
    const theme = themeOf(cookies.get(cookieName(themeCookie, visitor.secure)));
    const textSize: TextSize = cookies.get(cookieName(textCookie, visitor.secure)) === 'grande' ? 'grande' : 'normal';
    const isAnonymous = !OF_ONE_VISITOR.some(has);
    // Marks of an advert stay in the address for the form's answer. They do not change the page.
    const mayServe = !isForm && isAnonymous && hasOnlyMarks(url.search);
    // Pages with a number or a code in their address are never cached.
    const page = route && !route.pattern.includes('{') ? route.pattern : null;
    const sheets = cookieName(sheetsCookie, visitor.secure);
    const isFirst = firstPaint !== null && cookies.get(sheets) !== firstPaint.version;
    const key = page && mayServe ? `${brand} ${theme} ${textSize} ${visitor.secure} ${isFirst} ${page}` : null;
    // A renderer answers HEAD without a body, so there is nothing to keep.
    const mayKeep = request.method === 'GET' && url.search === '' && page === url.pathname;
    if (key && anonymous.serve(key, stamp, request, response)) return;

    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    const { discard } = capture(response, (captured) => {
      const same = captured.headers[ANONYMOUS_HEADER] !== undefined;
      delete captured.headers[ANONYMOUS_HEADER];
      if (tooLarge) captured.status = 413;
      if (session.hasEnded) leaveForLogin(captured, session, isForm ? undefined : url);
      // A second refusal within the minute would be a loop. What a form says of its refusal stays.
      else if (session.isMisdirected && !isForm && !session.cookie(refusedCookie))
        leaveForMainScreen(captured, session);
      if (captured.headers['content-type'] === 'text/html')
        captured.headers['content-type'] = 'text/html; charset=utf-8';
      if (captured.headers['x-frame-options'] === OWN_FRAME) allowOwnFrame(captured.headers);
      if (settings.mediaHosts.length > 0) allowMedia(captured.headers, settings.mediaHosts);
      captured.headers.vary = 'Accept-Encoding, Cookie';
      captured.headers['cache-control'] ??= same && isAnonymous ? 'no-cache' : 'private, no-store';
      const isHtml = String(captured.headers['content-type']).startsWith('text/html');
      const isPainted = isFirst && isHtml && firstPaint.inline(captured);
      // Added after the style sheets, which every page needs.
      if (isHtml) islandFiles?.name(captured);
      const knows = isPainted
        ? [setCookie(sheets, firstPaint.version, { secure: visitor.secure, maxAge: 365 * DAY_S })]
        : [];
      if (key && mayKeep && same) void anonymous.keep(key, stamp, captured, knows);
      if (isPainted) captured.headers['set-cookie'] = [captured.headers['set-cookie'] ?? [], knows].flat().map(String);
      send(request, response, captured);
    });
    const session = createPageSession(options, visitor, request.headers.cookie, request.headers['user-agent']);
    const fault = (error: unknown) => {
      if (error instanceof ApiError) return;
      log.error({ err: error, requestId: visitor.requestId, path: pathForLog(url.pathname) }, 'page failed');
    };
    const next = (error?: unknown) => {
      discard();
      if (error) fault(error);
      end(response, error ? 500 : 404, error ? FAILED : 'Não encontramos o que você procura.');
    };
    handler(request, response, next, { session, visitor, brand, theme, textSize, settings, tooLarge, fault });
  }
}

/** ERR-11, AUTH-25: when a session ends during rendering, the visitor sees nothing of that page. */
function leaveForLogin(captured: Captured, session: PageSession, from?: URL): void {
  session.forget();
  const next = from && safeNext(from.pathname + from.search);
  leave(captured, session, from ? 302 : 303, routes.login.main({ next, motivo: 'sessao' }));
}

/** ERR-12 for a call of the page itself. */
function leaveForMainScreen(captured: Captured, session: PageSession): void {
  session.setCookie(refusedCookie, '1', { maxAge: 60 });
  leave(captured, session, 302, MAIN_SCREEN);
}

function leave(captured: Captured, session: PageSession, status: number, location: string): void {
  captured.status = status;
  captured.headers.location = location;
  captured.headers['set-cookie'] = [...session.cookiesToSet];
  captured.headers['cache-control'] = 'private, no-store';
  captured.body = Buffer.alloc(0);
}

/** A page can opt in to be framed by this portal: the preview of a page. */
function allowOwnFrame(headers: Captured['headers']): void {
  const policy = headers['content-security-policy'];
  if (typeof policy !== 'string') return;
  headers['content-security-policy'] = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'");
}

/** The policy of pages allows only our own hosts; this adds the media hosts. */
function allowMedia(headers: Captured['headers'], hosts: readonly string[]): void {
  const policy = headers['content-security-policy'];
  if (typeof policy !== 'string') return;
  headers['content-security-policy'] = policy.replace(/\b(img-src|media-src) /g, `$1 ${hosts.join(' ')} `);
}

function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Captured): void {
  if (response.destroyed) return;
  const type = String(headers['content-type'] ?? '');
  const worth = body.byteLength >= SMALLEST_COMPRESSED && /^(text|application\/(json|manifest|xml))/.test(type);
  const encoding = worth ? encodingFor(request.headers['accept-encoding'], FRESH_ENCODINGS) : null;
  const bytes = encoding ? compressors[encoding](body) : body;
  const hasBody = status !== 204 && status !== 304;
  response.writeHead(status, {
    ...headers,
    ...(encoding && { 'content-encoding': encoding }),
    ...(hasBody && { 'content-length': bytes.byteLength }),
  });
  response.end(request.method === 'HEAD' || !hasBody ? undefined : bytes);
}

/**
 * Refuses forms of other sites before a page reads them (Astro's own check does not know our hosts). A mail program
 * sends the form of a mail's link itself: the signed link counts there, not the cookie.
 */
function refuse(
  request: IncomingMessage,
  visitor: Visitor,
  route: Route | undefined,
): { status: number; text: string } | null {
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  if (request.method !== 'POST') return { status: 405, text: 'Método não permitido.' };
  if (request.headers['transfer-encoding']) return { status: 413, text: TOO_LARGE };
  if (route?.name === 'mail-choice') return null;
  const site = request.headers['sec-fetch-site'];
  const own = site === undefined ? request.headers.origin === visitor.origin : site === 'same-origin';
  return own ? null : { status: 403, text: 'Este formulário não veio do portal.' };
}

function themeOf(value: string | undefined): Theme {
  return value === 'escuro' || value === 'sistema' ? value : 'claro';
}
