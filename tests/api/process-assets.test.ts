import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPortal, type RunningPortal, sendRaw } from '../support/portal.ts';

const script = `export const words = ${JSON.stringify('olá '.repeat(400))};`;
const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 1, 254]);

const sound = Buffer.from('0123456789');

/** A build of a few files inside a folder that holds a secret beside it. */
function buildFolder(): { root: string; client: string } {
  const root = mkdtempSync(join(tmpdir(), 'portal-assets-'));
  const client = join(root, 'client');
  mkdirSync(join(client, '_astro'), { recursive: true });
  mkdirSync(join(client, 'brand', 'phenom'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{"secret":true}');
  const path = join(client, '_astro', 'words.a1b2c3.js');
  writeFileSync(path, script);
  writeFileSync(`${path}.br`, brotliCompressSync(script));
  writeFileSync(`${path}.gz`, gzipSync(script));
  writeFileSync(join(client, 'brand', 'icon.png'), picture);
  writeFileSync(join(client, 'brand', 'cup.svg'), '<svg>purple</svg>');
  writeFileSync(join(client, 'brand', 'phenom', 'cup.svg'), '<svg>crimson</svg>');
  writeFileSync(join(client, 'service-worker.js'), 'self;');
  writeFileSync(join(client, 'sound.mp3'), sound);
  return { root, client };
}

describe('files of the build', () => {
  const { root, client } = buildFolder();
  let portal: RunningPortal;
  beforeAll(async () => {
    portal = await openTestPortal({}, { clientFolder: client });
  });
  afterAll(async () => {
    await portal.close();
    rmSync(root, { recursive: true });
  });
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    sendRaw(portal, path, { method, headers });
  const hashed = '/_astro/words.a1b2c3.js';

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['deflate', undefined, (bytes: Buffer) => bytes],
    ['', undefined, (bytes: Buffer) => bytes],
  ])('files of the build are sent in the accepted encoding: %j → %s', async (accepted, encoding, read) => {
    const { status, headers, bytes } = await get(hashed, { 'accept-encoding': accepted });
    expect([status, headers['content-encoding']]).toEqual([200, encoding]);
    expect(read(bytes).toString()).toBe(script);
    expect(headers['content-length']).toBe(String(bytes.byteLength));
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers.vary).toBe('Accept-Encoding');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('a file without a compressed form is sent unchanged', async () => {
    const { headers, bytes } = await get('/brand/icon.png', { 'accept-encoding': 'gzip, br' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['content-type']).toBe('image/png');
    expect(bytes).toEqual(picture);
  });

  it.each(['/brand/icon.png', '/service-worker.js'])(
    'CONST-08 %s has a stable name, and is revalidated',
    async (path) => {
      expect((await get(path)).headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    },
  );

  it('BRAND-03 a picture has one address, and the version of the host’s brand', async () => {
    const on = async (host: string, path: string) => (await get(path, { host })).text;
    expect(await on('localhost', '/brand/cup.svg')).toBe('<svg>purple</svg>');
    expect(await on('phenom.localhost', '/brand/cup.svg')).toBe('<svg>crimson</svg>');
    expect(await on('phenom.localhost', '/brand/icon.png')).toBe(await on('localhost', '/brand/icon.png'));
    expect(await on('localhost', '/brand/phenom/cup.svg')).toBe('<svg>crimson</svg>');
  });

  it('a cached file gives 304', async () => {
    const { etag = '' } = (await get(hashed)).headers;
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get(hashed, { 'if-none-match': known });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(again.headers).toMatchObject({
        etag,
        vary: 'Accept-Encoding',
        'cache-control': 'public, max-age=31536000, immutable',
      });
    }
    for (const other of ['"other"', etag.slice(0, -2), `x${etag}`]) {
      expect((await get(hashed, { 'if-none-match': other })).status).toBe(200);
    }
  });

  it.each([
    ['bytes=0-', 206, 'bytes 0-9/10', '0123456789'],
    ['bytes=2-4', 206, 'bytes 2-4/10', '234'],
    ['bytes=-3', 206, 'bytes 7-9/10', '789'],
    ['bytes=10-', 416, 'bytes */10', ''],
    ['bytes=0-1,4-5', 200, undefined, '0123456789'],
  ])('a part of a sound: %s → %i', async (range, status, said, text) => {
    const answer = await get('/sound.mp3', { range });
    expect([answer.status, answer.headers['content-range'], answer.text]).toEqual([status, said, text]);
    expect(answer.headers['accept-ranges']).toBe('bytes');
  });

  it('a range of a changed file gives the whole file, and so does a range of a script', async () => {
    const { etag = '' } = (await get('/sound.mp3')).headers;
    expect((await get('/sound.mp3', { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await get('/sound.mp3', { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
    expect((await get(hashed, { range: 'bytes=0-1' })).status).toBe(200);
  });

  it('two files never share an ETag', async () => {
    const [one, two] = await Promise.all([get(hashed), get('/service-worker.js')]);
    expect(one.headers.etag).not.toBe(two.headers.etag);
  });

  it('HEAD has the headers of GET, without a body', async () => {
    const headers = { 'accept-encoding': 'br' };
    const [whole, head] = await Promise.all([get(hashed, headers), get(hashed, headers, 'HEAD')]);
    const { date: _, 'x-request-id': __, ...said } = whole.headers;
    expect(head.headers).toMatchObject(said);
    expect(head.bytes.byteLength).toBe(0);
  });

  it('a range is neither served nor announced: the whole file is sent', async () => {
    const { status, headers, text } = await get(hashed, { range: 'bytes=0-3' });
    expect([status, text]).toEqual([200, script]);
    expect(headers['accept-ranges']).toBeUndefined();
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s writes no file', async (method) => {
    const { status, headers } = await get(hashed, {}, method);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it.each([
    '/_astro/../../package.json',
    '/_astro/%2e%2e/%2e%2e/package.json',
    '/_astro/..%2f..%2fpackage.json',
    '/_astro/..%5c..%5cpackage.json',
    '/_astro/%252e%252e/%252e%252e/package.json',
    '/../package.json',
    '/package.json',
    '/_astro/words.a1b2c3.js/../../../package.json',
    '/_astro/words.a1b2c3.js%00.png',
  ])('S11 %s leads out of the folder to nothing', async (path) => {
    const { status, text } = await get(path);
    expect(status).toBe(404);
    expect(text).not.toContain('secret');
  });

  it.each([
    '/_astro/old.9f9f9f.js',
    '/_astro/',
    '/_astro/words.a1b2c3.js.br',
    '/_astro/words.a1b2c3.js.gz',
    '/brand/other.png',
    '/nothing.css',
    '/constructor.js',
    '/api/docs/nothing',
  ])('ROUTE-30 %s answers 404 in words, and neither redirects nor is kept', async (path) => {
    const { status, headers, text } = await get(path);
    expect([status, headers.location]).toEqual([404, undefined]);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toBe('Arquivo não encontrado.');
  });
});
