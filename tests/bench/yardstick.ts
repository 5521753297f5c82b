import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import SqliteDatabase from 'better-sqlite3';

// Run as a process of its own: answers every request with the same bytes, as bare node:http.
// BODY names a file with them, TYPE their content type, DATABASE a SQLite file to open before it listens.
const { BODY = '', TYPE = 'application/json', DATABASE } = process.env;
const bytes = readFileSync(BODY);
const headers = { 'content-type': TYPE, 'content-length': String(bytes.byteLength) };
if (DATABASE) new SqliteDatabase(DATABASE).prepare('select count(*) from users').get();
const server = createServer((_request, response) => response.writeHead(200, headers).end(bytes));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
