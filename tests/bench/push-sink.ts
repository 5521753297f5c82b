import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// Run as a process of its own: a push service that accepts everything and only counts.
let count = 0;
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    count += 1;
    response.writeHead(201, { 'content-length': '0' }).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.on('message', () => process.send?.(count));
process.on('disconnect', () => process.exit(0));
