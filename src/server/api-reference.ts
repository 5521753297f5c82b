import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { openApiDocument } from './openapi.ts';

const files = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const;
const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' };

const PAGE = `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Referência da API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><main id="reference"></main><script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body>
</html>`;

const START = `SwaggerUIBundle({ url: '/api/v1/openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null });`;

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/** `/api/v1/openapi.json` and the reference page `/api/docs`, all from our own host. They are read on first use. */
export function reference() {
  let document: string | undefined;
  const send = (response: ServerResponse, type: string, body: string | Buffer) => {
    response.writeHead(200, {
      'Content-Type': type,
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'public, max-age=3600',
    });
    response.end(body);
    return true;
  };
  return (url: URL, _request: IncomingMessage, response: ServerResponse): boolean => {
    if (url.pathname === '/api/v1/openapi.json') {
      document ??= JSON.stringify(openApiDocument());
      return send(response, 'application/json; charset=utf-8', document);
    }
    if (url.pathname === '/api/docs' || url.pathname === '/api/docs/')
      return send(response, 'text/html; charset=utf-8', PAGE);
    if (url.pathname === '/api/docs/start.js') return send(response, types.js, START);
    const file = files.find((name) => url.pathname === `/api/docs/${name}`);
    if (!file) return false;
    const path = createRequire(import.meta.url).resolve(`swagger-ui-dist/${file}`);
    return send(response, file.endsWith('.css') ? types.css : types.js, readFileSync(path));
  };
}
