import { createServer, type Socket } from 'node:net';
import { closeAll, listenOn } from './listen.ts';

export interface TakenMail {
  to: string;
  /** From the header: the same for each copy of one mail. */
  messageId: string;
  /** The whole message, in its received encoding. */
  source: string;
}

export interface MailServer {
  url: string;
  /** Accepted mails: the sender got a 250, or had disconnected by then. */
  taken: TakenMail[];
  /** Its answer to a message; 250 accepts it. */
  answer: string;
  close(): Promise<void>;
}

/** A mail server that stores accepted mails, with as much SMTP as a client needs. */
export async function openMailServer(port = 0): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const mail: MailServer = { url: '', taken: [], answer: '250 taken', close: () => closeAll(server, sockets) };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
    const say = (line: string) => socket.write(`${line}\r\n`);
    let [read, to, isMessage] = ['', '', false];
    socket.setEncoding('latin1').on('data', (text: string) => {
      read += text;
      for (;;) {
        const end = isMessage ? '\r\n.\r\n' : '\r\n';
        const at = read.indexOf(end);
        if (at < 0) return;
        const line = read.slice(0, at);
        read = read.slice(at + end.length);
        if (isMessage) {
          isMessage = false;
          if (mail.answer.startsWith('250')) mail.taken.push({ to, messageId: idOf(line), source: line });
          say(mail.answer);
          continue;
        }
        const word = line.slice(0, 4).toUpperCase();
        if (word === 'RCPT') to = /<([^>]*)>/.exec(line)?.[1] ?? '';
        isMessage = word === 'DATA';
        if (word === 'EHLO') say('250 mail.example');
        else if (isMessage) say('354 go on');
        else if (word === 'QUIT') socket.end('221 bye\r\n');
        else say('250 ok');
      }
    });
    say('220 mail.example');
  });
  mail.url = `smtp://127.0.0.1:${await listenOn(server, port)}`;
  return mail;
}

const idOf = (message: string) => /^message-id:\s*<([^>]+)>/im.exec(message)?.[1] ?? '';

/** The bytes that `=C3=A1` stands for, as text. */
const decodeQuoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

/** The subject of a mail, decoded. */
export function subjectOf({ source }: TakenMail): string {
  const [, raw = ''] = /^subject: ((?:.*\r\n[ \t])*.*)$/im.exec(source) ?? [];
  const words = raw.trim().replace(/\?=\s+=\?/g, '?==?');
  return words.replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_all, how: string, text: string) =>
    how.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString() : decodeQuoted(text.replaceAll('_', ' ')),
  );
}

/** The text parts of a mail, with their original lines. */
export const textOf = ({ source }: TakenMail): string => decodeQuoted(source.replace(/=\r\n/g, ''));
