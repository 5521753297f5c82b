import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { startPortal, tokenOf } from '../../scripts/portal-process.ts';
import { pdf } from '../support/sample-files.ts';
import type { Row } from './report.ts';

const MB = 1_048_576;
/** Ana's overdue activities, which accept files of 20 MB. */
const ADDRESS = '/api/v1/turma-aluno-atividades/401/enviar-arquivo-atividade/';
const BOUNDARY = 'x-bench-x';
const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`;
const tail = `\r\n--${BOUNDARY}--\r\n`;

/** Memory of the process around uploads: one of 200 MB that is refused while it streams, and many that are accepted (S9). */
export async function uploads(rounds: number): Promise<Row[]> {
  const portal = await startPortal();
  try {
    const token = await tokenOf(portal.address, 'aluna@demo.example');
    const rows: Row[] = [];
    await send(portal.address, token, 1 * MB, false);
    const measure = async (what: string, megabytes: number, isHidden: boolean, wanted: number) => {
      const before = residentMb(portal.pid);
      let max = before;
      const timer = setInterval(() => {
        max = Math.max(max, residentMb(portal.pid));
      }, 20);
      let sent = 0;
      for (let round = 0; round < rounds; round += 1) {
        const answer = await send(portal.address, token, megabytes * MB, isHidden);
        if (answer.status !== wanted) throw new Error(`${what}: ${answer.status}`);
        sent = Math.max(sent, answer.sent);
        for (const n of answer.files.slice(1)) await takeBack(portal.address, token, n);
      }
      clearInterval(timer);
      rows.push({
        what: `${what}, ${rounds} ×`,
        figure: `${before} → at most ${max} MB`,
        yardstick: `${Math.round(sent / MB)} MB sent before the answer`,
        ratio: `+${max - before} MB`,
        aim: 'flat',
      });
    };
    await measure('19 MB, taken', 19, false, 200);
    await measure('200 MB, length said, refused', 200, false, 413);
    await measure('200 MB, length unknown, refused', 200, true, 413);
    return rows;
  } finally {
    await portal.stop();
  }
}

const residentMb = (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);

function send(address: string, token: string, bytes: number, isHidden: boolean) {
  return new Promise<{ status: number; sent: number; files: number[] }>((resolve, reject) => {
    let sent = 0;
    let isOver = false;
    const outgoing = request(address + ADDRESS, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        ...(!isHidden && { 'content-length': head.length + bytes + tail.length }),
      },
    });
    outgoing.once('response', (answer) => {
      isOver = true;
      let text = '';
      answer.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      answer.once('end', () => {
        outgoing.destroy();
        const { arquivos = [] } = JSON.parse(text) as { arquivos?: { n: number }[] };
        resolve({ status: answer.statusCode ?? 0, sent, files: arquivos.map(({ n }) => n) });
      });
    });
    // The portal closes the connection of a file that is too large, so the answer sent before counts.
    outgoing.once('error', (error) => !isOver && reject(error));
    const piece = Buffer.alloc(MB, 32);
    const start = pdf();
    outgoing.write(head);
    const pump = () => {
      while (!isOver && sent < bytes) {
        const next = sent === 0 ? Buffer.concat([start, piece.subarray(start.byteLength)]) : piece;
        sent += next.byteLength;
        if (!outgoing.write(next)) {
          outgoing.once('drain', pump);
          return;
        }
      }
      if (!isOver) outgoing.end(tail);
    };
    pump();
  });
}

async function takeBack(address: string, token: string, n: number): Promise<void> {
  const path = ADDRESS.replace('enviar-arquivo-atividade', `excluir-atividade/${n}`);
  await fetch(address + path, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
}
