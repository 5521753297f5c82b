import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { readConfig } from '../../src/server/config.ts';
import { type FilePort, openFiles } from '../../src/server/core/ports/files.ts';
import { pingScanner, scannedFiles } from '../../src/server/core/ports/scanned-files.ts';
import { pdf } from '../support/sample-files.ts';
import { openTestSchool, type TestSchool } from '../support/school.ts';
import { openVirusScanner, VIRUS, type VirusScanner } from '../support/virus-scanner.ts';

const ana = 1;
const essay = 101;

describe('files behind a virus scanner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-scanned-'));
  const path = join(folder, 'file.bin');
  const log = pino({ level: 'silent' });
  let scanner: VirusScanner;
  let portal: TestSchool;
  let store: FilePort;
  beforeAll(async () => {
    scanner = await openVirusScanner();
    store = await openFiles(readConfig({ DATA_DIR: folder, NODE_ENV: 'test' }));
    portal = await openTestSchool('sqlite', { env: { CLAMD_URL: scanner.url } });
  });
  afterAll(async () => {
    await portal.close();
    await scanner.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const upload = async (bytes: Uint8Array) => {
    const body = new FormData();
    body.append('file', new File([new Uint8Array(bytes)], 'a.pdf'));
    const place = `${API_PREFIX}turma-aluno-atividades/${essay}/enviar-arquivo-atividade/`;
    const answer = await portal.send('POST', place, { body }, { as: ana });
    return { status: answer.status, body: (await answer.json()) as { detail: string; arquivos: unknown[] } };
  };
  const filesOf = async () => {
    const all: string[] = [];
    for await (const { key } of portal.school.ports.files.list()) all.push(key);
    return all.toSorted();
  };

  it('a clean file is stored, a file with a virus is refused with a message and not stored', async () => {
    expect((await upload(pdf('férias'))).body.arquivos).toHaveLength(1);
    const before = await filesOf();
    const refused = await upload(pdf(VIRUS));
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('antivírus')]);
    expect(await filesOf()).toEqual(before);
    expect((await upload(pdf('ontem'))).body.arquivos).toHaveLength(2);
  });

  it('no file is stored while the scanner is unavailable, and all are when it is back', async () => {
    const port = Number(new URL(scanner.url).port);
    const before = await filesOf();
    await scanner.close();
    const refused = await upload(pdf('sem antivírus'));
    expect([refused.status, refused.body.detail]).toEqual([503, expect.stringContaining('Tente de novo')]);
    expect(await filesOf()).toEqual(before);
    expect(portal.errors.splice(0).join('')).toContain('virus scanner');
    scanner = await openVirusScanner(port);
    expect((await upload(pdf('de volta'))).body.arquivos).toHaveLength(3);
  });

  it('a file in many chunks is scanned whole, from disk and from memory', async () => {
    const bytes = Buffer.alloc(900_000, 'olá, antivírus ');
    writeFileSync(path, bytes);
    const files = scannedFiles(store, scanner.url, log);
    scanner.seen.length = 0;
    await files.put('tests/file', createReadStream(path), 'application/pdf');
    await files.put('tests/bytes', bytes, 'application/pdf');
    expect(scanner.seen).toEqual([bytes.length, bytes.length]);
    expect(bytes.equals(await buffer(await files.open('tests/file')))).toBe(true);
    expect(bytes.equals(await buffer(await files.open('tests/bytes')))).toBe(true);
  });

  it.each([
    ['larger than the scanner takes', 500_000],
    ['much larger, so that the connection ends while it goes', 60_000_000],
  ])('a file %s is not kept', async (_what, length) => {
    scanner.max = 100_000;
    writeFileSync(path, Buffer.alloc(length));
    const stream = createReadStream(path);
    const put = scannedFiles(store, scanner.url, log).put('tests/large', stream, 'application/pdf');
    await expect(put).rejects.toMatchObject({ status: 503 });
    expect(stream.destroyed).toBe(true);
    await expect(store.open('tests/large').then(buffer)).rejects.toThrow();
    scanner.max = 1_000_000;
  });

  it('with an unexpected answer of the scanner nothing is stored', async () => {
    const server = createServer(
      (socket) =>
        void socket
          .resume()
          .on('error', () => undefined)
          .end('220 mail.example ESMTP\r\n'),
    );
    const listening = new Promise<void>((done) => void server.listen(join(folder, 'other.sock'), done));
    await listening;
    const address = `unix://${folder}/other.sock`;
    const put = scannedFiles(store, address, log).put('tests/other', Buffer.from('a'), 'application/pdf');
    await expect(put).rejects.toMatchObject({ status: 503 });
    await expect(pingScanner(address)).rejects.toThrow();
    await pingScanner(scanner.url);
    await new Promise((done) => void server.close(done));
  });

  it.each(['127.0.0.1:3310', 'tcp://clamd', 'https://clamd.example:3310', 'tcp://93.184.216.34:3310'])(
    'the start refuses the address %s',
    (CLAMD_URL) => expect(() => readConfig({ CLAMD_URL })).toThrow('CLAMD_URL'),
  );
});
