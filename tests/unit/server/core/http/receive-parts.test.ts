import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { ApiRequest } from '../../../../../src/lib/api/request.ts';
import { receiveParts } from '../../../../../src/server/core/http/receive.ts';

const rules = { texts: ['a', 'b'], files: 2, max: 1000, maxTotal: 1500 };
const named = (name: string, file?: string) =>
  `Content-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}\r\n`;
/** A file name encoded by RFC 8187. */
const encoded = (file: string) => `Content-Disposition: form-data; name="f"; filename*=UTF-8''${file}\r\n`;
const part = (headers: string, body: string) => `--xYz\r\n${headers}\r\n${body}\r\n`;
const END = '--xYz--\r\n';

/** A body that arrives in chunks of `size` bytes. */
async function* inPieces(body: string, size: number) {
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The received parts, or the status of the refusal. */
async function outcomeOf(body: string, size: number) {
  const headers = new Headers({ 'content-type': 'multipart/form-data; boundary=xYz' });
  try {
    const requested = { headers, body: { bytes: inPieces(body, size) } } as unknown as ApiRequest;
    const { texts, files, discard } = await receiveParts(requested, rules);
    const taken = files.map(({ field, name, path }) => [field, name, readFileSync(path, 'utf8')]);
    await discard();
    return { ...Object.fromEntries(texts), files: taken };
  } catch (error) {
    return (error as { status: number }).status;
  }
}

const file = (bytes: number, name = 'f') => part(named(name, 'x.pdf'), 'd'.repeat(bytes));

it.each([
  ['texts and a file', part(named('a'), '1') + file(3) + END, { a: '1', files: [['f', 'x.pdf', 'ddd']] }],
  ['a text that comes as a file', part(named('a', 'blob'), 'ção') + END, { a: 'ção', files: [] }],
  ['the longest file', file(1000) + END, { files: [['f', 'x.pdf', 'd'.repeat(1000)]] }],
  ['a file that is a byte too long', file(1001) + END, 413],
  ['files that are too long together', file(1000) + part(named('g', 'y'), 'd'.repeat(70_000)) + END, 413],
  ['a file too many', file(1) + file(1, 'g') + file(1, 'h') + END, 422],
  ['an empty file', file(0) + END, 422],
  ['a text that is too long', part(named('a'), 't'.repeat(64 * 1024 + 1)) + END, 422],
  ['a text that nobody asked for', part(named('c'), '1') + END, 422],
  ['a name twice', part(named('a'), '1') + part(named('a'), '2') + END, 422],
  ['a part without a name', part('Content-Disposition: form-data\r\n', '1') + END, 422],
  ['a path as name', part(named('f', '../../etc/x.pdf'), 'd') + END, { files: [['f', 'x.pdf', 'd']] }],
  ['escapes of browsers in a name', part(named('f', 'a%22b%41.pdf'), 'd') + END, { files: [['f', 'ab%41.pdf', 'd']] }],
  ['a NUL in a name', part(encoded('..%2F..%2Fx%00.pdf'), 'd') + END, { files: [['f', 'x.pdf', 'd']] }],
  ['a NUL in a header', part(named('f', 'x\u0000.pdf'), 'd') + END, 422],
  ['a path of Windows', part(named('f', 'C:\\\\a\\\\b.pdf'), 'd') + END, { files: [['f', 'b.pdf', 'd']] }],
  ['what some systems take for a device', part(named('f', 'a:|?.pdf'), 'd') + END, { files: [['f', 'a.pdf', 'd']] }],
  [
    'a name that is too long',
    part(named('f', `${'😀'.repeat(300)}.pdf`), 'd') + END,
    { files: [['f', `${'😀'.repeat(116)}.pdf`, 'd']] },
  ],
  ['a name that is an ending alone', part(named('f', '.pdf'), 'd') + END, { files: [['f', 'arquivo.pdf', 'd']] }],
  ['a name of nothing', part(encoded('%01%20.%20'), 'd') + END, { files: [['f', 'arquivo', 'd']] }],
  ['a name in UTF-8', part(named('f', 'ação.pdf'), 'd') + END, { files: [['f', 'ação.pdf', 'd']] }],
  [
    'a name that hides its end',
    part(named('f', 'Jose\u0301  \u202efdp.exe'), 'd') + END,
    { files: [['f', 'José fdp.exe', 'd']] },
  ],
])('%s', async (_what, body, expected) => {
  for (const size of [1_000_000, 7]) expect(await outcomeOf(body, size)).toEqual(expected);
});

// A reader that waits for the rest of such a part never answers, and leaks the request, its connection and its folder.
it.each([
  ['headers that end with the boundary', `--xYz\r\n${named('a')}${END}`],
  ['headers of a file that end with the boundary', `--xYz\r\n${named('f', 'x')}\r\n${END}`],
  ['a header cut by the next part', `--xYz\r\nContent-Disposition: form-data; na\r\n${part(named('a'), '1')}${END}`],
  ['a header without a colon', part('garbage\n', '1') + END],
  ['a body that breaks off', (file(10) + END).slice(0, -14)],
  ['a body that breaks off in a header', '--xYz\r\nContent-Disp'],
  ['a boundary inside of a file', part(named('f', 'x'), '--xYzx\r\n--xY') + END],
  ['a header of a hundred thousand letters', part(`X: ${'y'.repeat(100_000)}\r\n${named('a')}`, '1') + END],
  ['a header with the name of a prototype', part(`${named('a')}__proto__: 1\r\n`, '1') + END],
  ['nothing', ''],
])('a request with %s is answered', { timeout: 5_000 }, async (_what, body) => {
  for (const size of [1_000_000, 7]) {
    const outcome = await outcomeOf(body, size);
    expect(typeof outcome === 'object' || outcome === 422).toBe(true);
  }
});
