import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Visitor } from '#gateway/gateway.ts';
import { end } from './listener.ts';

type Extra = (url: URL, request: IncomingMessage, response: ServerResponse, visitor: Visitor) => boolean;

const LOOPBACK = /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/;
const LOOPBACK_HOST = /^((.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
/** A proxy in between adds at least one of these. */
const FORWARDED = /^(forwarded|via|x-forwarded-.+|x-real-ip)$/;

/**
 * Helpers for a developer's own machine (`/dev/…`) show reset links and pay bills. They answer this machine alone: a
 * loopback address and name, no proxy headers, and no form of another site.
 */
export const onlyHere =
  (extra: Extra): Extra =>
  (url, request, response, visitor) => {
    if (!url.pathname.startsWith('/dev/')) return false;
    if (isHere(url, request) && isOwn(request, visitor)) return extra(url, request, response, visitor);
    request.resume();
    end(response, 404, 'Não encontrado.');
    return true;
  };

const isHere = (url: URL, { socket, headers }: IncomingMessage): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') &&
  LOOPBACK_HOST.test(url.hostname) &&
  !Object.keys(headers).some((name) => FORWARDED.test(name));

/** Browsers say where a form comes from. Tools send neither header. */
function isOwn({ method, headers }: IncomingMessage, { origin }: Visitor): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return headers.origin === undefined || headers.origin === origin;
}
