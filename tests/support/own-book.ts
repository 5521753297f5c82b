import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const guide = readFileSync('docs/livros.md', 'utf8');

/** The examples in docs/livros.md, in order: a book, a unit, items of the level test. */
export const examples = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text);

/** A folder with the book of docs/livros.md, its sounds and their measures. */
export class OwnBook {
  readonly folder = mkdtempSync(join(tmpdir(), 'own-book-'));
  readonly book = join(this.folder, 'caminho-1');

  constructor() {
    const [head = '', unit = ''] = examples;
    mkdirSync(join(this.book, 'unidade-1'), { recursive: true });
    this.write('livro.yaml', head);
    this.write('capa.svg', '<svg/>');
    this.write('unidade-1.yaml', unit);
    const sounds = [...unit.matchAll(/som: (\S+\.mp3)/g)].map(([, name = '']) => `unidade-1/${name}`);
    for (const sound of sounds) this.write(sound, `the bytes of ${sound}`);
    const measured = sounds.map((sound) => [sound, { bytes: 1, sha256: this.#sha256(sound), seconds: 4.9 }]);
    this.write('sons.json', JSON.stringify(Object.fromEntries(measured)));
  }

  /** @param name below the folder of the book */
  write(name: string, text: string): void {
    writeFileSync(join(this.book, name), text);
  }

  /** Replaces a text in a file; the file must contain that text. */
  change(name: string, from: string, to: string): void {
    const text = readFileSync(join(this.book, name), 'utf8');
    if (!text.includes(from)) throw new Error(`${name} does not say ${from}`);
    this.write(name, text.replace(from, to));
  }

  remove(name: string): void {
    rmSync(join(this.book, name));
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }

  #sha256(name: string): string {
    return createHash('sha256')
      .update(readFileSync(join(this.book, name)))
      .digest('hex');
  }
}
