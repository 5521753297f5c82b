import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export type HostAnswer = (request: IncomingMessage, response: ServerResponse) => void;

export interface FranchiseHost {
  /** `http://127.0.0.1:port` */
  address: string;
  /** What it was asked, the oldest first; cleared by tests. */
  asked: { line: string; headers: IncomingHttpHeaders }[];
  /** Decides what it answers; tests put another in its place. */
  answer: HostAnswer;
  close(): Promise<void>;
}

/** A host of the franchise that answers as the test says, and remembers what it was asked. */
export async function openFranchiseHost(): Promise<FranchiseHost> {
  const server: Server = createServer((request, response) => {
    host.asked.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    host.answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host: FranchiseHost = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    answer: jsonAnswer(200, []),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return host;
}

/** Answers once it has read the whole request. */
export const jsonAnswer =
  (status: number, body: unknown, headers: Record<string, string> = {}): HostAnswer =>
  (request, response) => {
    request.resume().once('end', () => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    });
  };
