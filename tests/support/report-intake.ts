import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReportIntake {
  dsn: string;
  /** Every received envelope. */
  envelopes: string[];
  /** The envelopes that report an error. */
  errors(): string[];
  close(): Promise<void>;
}

/** Stands in for the report service: accepts every envelope. */
export async function openIntake(): Promise<ReportIntake> {
  const envelopes: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk;
    });
    request.on('end', () => {
      if (request.method === 'POST') envelopes.push(body);
      response.writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }).end('{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    dsn: `http://key@127.0.0.1:${(server.address() as AddressInfo).port}/7`,
    envelopes,
    errors: () => envelopes.filter((envelope) => envelope.includes('"type":"event"')),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
