import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

export interface FirefoxPushService {
  /** `http://127.0.0.1:port`: senders post there. */
  origin: string;
  /** Address for the browser's connection (`dom.push.serverURL`). */
  browserUrl: string;
  /** Its answer to each message of a sender. */
  answered: number[];
  close(): Promise<void>;
}

interface ClientMessage {
  messageType?: string;
  channelID?: string;
}

/**
 * The push service of Firefox on loopback: gives out addresses, passes messages on, and answers 410 for returned
 * addresses.
 */
export async function startFirefoxPushService(): Promise<FirefoxPushService> {
  const channels = new Map<string, WebSocket>();
  const answered: number[] = [];
  const server = createServer(async (request, response) => {
    const body = await bytesOf(request);
    const channel = request.url?.slice('/push/'.length) ?? '';
    const socket = channels.get(channel);
    const status = socket ? 201 : 410;
    socket?.send(
      JSON.stringify({
        messageType: 'notification',
        channelID: channel,
        version: randomUUID(),
        data: body.toString('base64url'),
        headers: { encoding: request.headers['content-encoding'] },
      }),
    );
    answered.push(status);
    response.writeHead(status).end();
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      const answer = replyTo(JSON.parse(String(data)) as ClientMessage, socket);
      if (answer) socket.send(JSON.stringify(answer));
    });
  });

  function replyTo({ messageType, channelID = '' }: ClientMessage, socket: WebSocket): object | null {
    switch (messageType) {
      case 'hello':
        return { messageType, status: 200, uaid: randomUUID().replaceAll('-', ''), use_webpush: true, broadcasts: {} };
      case 'register':
        channels.set(channelID, socket);
        return { messageType, status: 200, channelID, pushEndpoint: `${origin}/push/${channelID}` };
      case 'unregister':
        channels.delete(channelID);
        return { messageType, status: 200, channelID };
      case undefined:
        return {};
      default:
        return null;
    }
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    browserUrl: `ws://127.0.0.1:${port}/`,
    answered,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
