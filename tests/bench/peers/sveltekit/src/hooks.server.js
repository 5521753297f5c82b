import { gzipSync } from 'node:zlib';

/** Compresses pages as the portal does. */
export async function handle({ event, resolve }) {
  const response = await resolve(event);
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  if (!isPage || !event.request.headers.get('accept-encoding')?.includes('gzip')) return response;
  const body = gzipSync(Buffer.from(await response.arrayBuffer()), { level: 4 });
  const headers = new Headers(response.headers);
  headers.set('content-encoding', 'gzip');
  headers.set('content-length', String(body.byteLength));
  return new Response(body, { status: response.status, headers });
}
