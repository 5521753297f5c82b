import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContentError } from '../../../../../src/server/core/content/read-yaml.ts';
import { unzipBook } from '../../../../../src/server/core/content/unzip-book.ts';
import { bookFiles, bookZip, text } from '../../../../support/school-book.ts';

let folder = '';
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unzip-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Opens bytes as the ZIP of a book. @returns its folder, or the faults. */
async function open(bytes: Uint8Array): Promise<{ book?: string; faults: readonly string[]; target: string }> {
  count += 1;
  const target = join(folder, String(count));
  const zip = join(folder, `${count}.zip`);
  writeFileSync(zip, bytes);
  try {
    return { book: await unzipBook(zip, target), faults: [], target };
  } catch (error) {
    if (error instanceof ContentError) return { faults: error.faults, target };
    throw error;
  }
}
const within = (prefix: string, files: Record<string, Uint8Array>) =>
  Object.fromEntries(Object.entries(files).map(([name, bytes]) => [prefix + name, bytes]));

describe('the ZIP of a book', () => {
  it.each(['', 'bairro-1/', 'Meu livro (final)/'])('is accepted with the folder “%s” around it', async (prefix) => {
    const { book = '' } = await open(bookZip(within(prefix, bookFiles())));
    expect(basename(book)).toBe('bairro-1');
    expect(readdirSync(book).sort()).toEqual([
      'capa.svg',
      'livro.yaml',
      'unidade-1',
      'unidade-1.yaml',
      'unidade-2',
      'unidade-2.yaml',
    ]);
    expect(readFileSync(join(book, 'livro.yaml'), 'utf8')).toContain('BAIRRO-1');
  });

  it('files of the operating system are ignored', async () => {
    const extra = { '__MACOSX/._livro.yaml': text('x'), '.DS_Store': text('x') };
    expect((await open(bookZip({ ...bookFiles(), ...extra }))).faults).toEqual([]);
  });

  it.each([
    ['a path that leads outside', { '../fora.yaml': text('x') }, 'não é um ZIP que se possa ler'],
    ['a path from the root', { '/etc/x.yaml': text('x') }, 'não é um ZIP que se possa ler'],
    ['a folder that no book has', { 'outra/x.mp3': text('x') }, 'Um livro não tem este arquivo'],
    ['two books', { 'outro/livro.yaml': text('x') }, 'Envie um livro por vez'],
    ['a file that grows', { 'unidade-1/bomba.mp3': new Uint8Array(4_000_000) }, 'O arquivo cresce demais'],
    [
      'a file that is too large',
      { 'unidade-1/grande.mp3': new Uint8Array(21 * 1_048_576) },
      'O arquivo passa de 20 MB',
    ],
  ])('refuses %s', async (_what, extra, fault) => {
    const { faults } = await open(zipSync({ ...bookFiles(), ...extra }, { level: 6 }));
    expect(faults.join('\n')).toContain(fault);
  });

  it('refuses a file with the name of a folder', async () => {
    const { faults } = await open(zipSync({ 'unidade-1': text('x'), ...bookFiles() }));
    expect(faults.join('')).toContain('não é um ZIP que se possa ler');
  });

  it('refuses a file whose declared length is too small', async () => {
    const bytes = bookZip({ ...bookFiles(), 'unidade-1/longo.mp3': new Uint8Array(2_000).fill(7) });
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // The uncompressed length in the entry of the directory.
    for (let at = 0; at < bytes.length - 46; at++) {
      if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) === 2_000)
        view.setUint32(at + 24, 20, true);
    }
    expect((await open(bytes)).faults).toEqual([expect.stringContaining('não é um ZIP que se possa ler')]);
  });

  it('a damaged archive is read or reported, and writes nothing outside its folder', async () => {
    const whole = bookZip(bookFiles());
    const harm = fc.record({
      cut: fc.integer({ min: 0, max: whole.length }),
      spots: fc.array(fc.record({ at: fc.nat({ max: whole.length - 1 }), value: fc.integer({ min: 0, max: 255 }) }), {
        maxLength: 12,
      }),
      isCut: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(harm, async ({ cut, spots, isCut }) => {
        const bytes = whole.slice();
        for (const { at, value } of spots) bytes[at] = value;
        const { book, faults, target } = await open(isCut ? bytes.subarray(0, cut) : bytes);
        if (book === undefined) expect(faults.join('')).toMatch(/\S/);
        else expect(book.startsWith(target)).toBe(true);
      }),
      { numRuns: 60 },
    );
    expect(readdirSync(folder).every((name) => /^\d+(\.zip)?$/.test(name))).toBe(true);
  });
});
