import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { mailSettings, smtpMail } from '../../../../../src/server/core/ports/mail.ts';

/** A local mail server without TLS that records the lines it receives. */
async function mailServer() {
  const heard: string[] = [];
  const server = createServer((socket: Socket) => {
    let isBody = false;
    let waiting = '';
    socket.write('220 here\r\n');
    socket.on('data', (bytes) => {
      waiting += bytes.toString();
      const lines = waiting.split('\r\n');
      waiting = lines.pop() ?? '';
      for (const line of lines) {
        heard.push(line);
        if (isBody && line !== '.') continue;
        isBody = line === 'DATA';
        socket.write(isBody ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { heard, port: typeof address === 'object' ? address?.port : 0, close: () => server.close() };
}

it('a line break in a name or a subject adds no header and no recipient', async () => {
  const server = await mailServer();
  const mail = smtpMail(`smtp://127.0.0.1:${server.port}`, 'Portal <portal@escola.example>');
  await mail.send({
    to: 'ana@escola.example',
    subject: 'Olá\r\nBcc: outra@fora.example\r\n\r\nOutro corpo',
    html: '<p>Oi</p>',
    text: 'Oi\r\n.\r\nMAIL FROM:<x@fora.example>',
  });
  server.close();
  const { heard } = server;
  expect(heard.filter((line) => line.startsWith('RCPT TO'))).toEqual(['RCPT TO:<ana@escola.example>']);
  expect(heard.filter((line) => line.startsWith('MAIL FROM'))).toHaveLength(2);
  expect(heard.filter((line) => line === 'DATA')).toHaveLength(1);
  expect(heard.filter((line) => /^bcc:/i.test(line))).toEqual([]);
});

it('only a mail with an unsubscribe link has the headers for one-click unsubscribing', async () => {
  const server = await mailServer();
  const mail = smtpMail(`smtp://127.0.0.1:${server.port}`, 'Portal <portal@escola.example>');
  const words = { to: 'ana@escola.example', subject: 'Olá', html: '<p>Oi</p>', text: 'Oi' };
  await mail.send({ ...words, unsubscribe: 'https://portal.example/nao-receber/1.abc' });
  await mail.send({ ...words, unsubscribe: null });
  server.close();
  expect(server.heard.filter((line) => /^list-/i.test(line))).toEqual([
    'List-Unsubscribe: <https://portal.example/nao-receber/1.abc>',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  ]);
});

it.each([
  ['smtp://mail.example.com', true],
  ['smtp://user:word@8.8.8.8:587', true],
  ['smtps://mail.example.com', true],
  ['smtp://localhost', false],
  ['smtp://mail:25', false],
  ['smtp://10.0.0.7', false],
])('a mail by %s requires TLS: %s', (url, asks) => {
  expect(mailSettings(url).requireTLS).toBe(asks);
});
