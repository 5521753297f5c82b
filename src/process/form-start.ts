import { cookieName, formCookie } from '#lib/session.ts';
import { readCookies, setCookie } from '../gateway/cookies.ts';
import { FORM_LIFETIME_S, formAge, startForm } from '../gateway/form-clock.ts';
import type { Seal } from '../gateway/gateway.ts';
import { inertHeaders } from './headers.ts';
import type { Extra } from './listener.ts';

const PATH = '/formulario/inicio.gif';
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * The background of a public form that has the focus. The browser fetches it at the first touch, without a script,
 * which starts the clock for filling in. The page itself is the same for everybody and cannot hold a clock.
 */
export function formStart(seal: Seal): Extra {
  return (url, request, response, { secure }) => {
    if (url.pathname !== PATH || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    const name = cookieName(formCookie, secure);
    void (async () => {
      const isRunning = (await formAge(seal, readCookies(request.headers.cookie).get(name))) !== null;
      response.writeHead(200, {
        ...inertHeaders,
        'Content-Type': 'image/gif',
        'Content-Length': PIXEL.byteLength,
        'Cache-Control': 'private, no-store',
        ...(!isRunning && {
          'Set-Cookie': setCookie(name, await startForm(seal), { secure, maxAge: FORM_LIFETIME_S }),
        }),
      });
      response.end(request.method === 'HEAD' ? undefined : PIXEL);
    })();
    return true;
  };
}
