import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { serve } from '@hono/node-server';
import SqliteDatabase from 'better-sqlite3';
import { Hono } from 'hono';

// Run as a process of its own: answers every request with the same bytes, as bare node:http or as plain Hono.
// BODY names a file with them, TYPE their content type, DATABASE a SQLite file to open before it listens.
const { BODY = '', TYPE = 'application/json', KIND = 'http', DATABASE } = process.env;
const bytes = readFileSync(BODY);
const headers = { 'content-type': TYPE, 'content-length': String(bytes.byteLength) };
if (DATABASE) new SqliteDatabase(DATABASE).prepare('select count(*) from users').get();
const announce = (port: number) => process.stdout.write(`http://127.0.0.1:${port}\n`);

if (KIND === 'hono') {
  const app = new Hono();
  app.all('*', (c) => c.body(bytes, 200, headers));
  serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => announce(port));
} else {
  const server = createServer((_request, response) => response.writeHead(200, headers).end(bytes));
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object' && address) announce(address.port);
  });
}
