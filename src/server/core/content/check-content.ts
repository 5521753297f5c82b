import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { type Book, RECORDINGS, readBooks } from './books.ts';
import { ContentError, inLine, linesOf } from './read-yaml.ts';
import { filesOfBook, type ServedFile } from './served-files.ts';
import { recordingOf, type Sound, scriptOf, soundsOfBook } from './sounds.ts';

const BESIDE = /\.(mp3|svg|png|jpg|webp)$/;
const MEASURE = 'node scripts/make-practice-audio.ts';

/**
 * Checks every book of a folder: each named file exists, each sound is measured and matches its text, and no file is
 * left over.
 *
 * @throws ContentError with all faults.
 */
export function checkBooks(folder: string): void {
  const found = readBooks(folder);
  complain([...faultsOfFiles(folder, found.flatMap(filesOfBook)), ...found.flatMap(faultsOfBook)]);
}

/** @throws ContentError with these faults, if there are any */
export function complain(faults: readonly string[]): void {
  if (faults.length > 0) throw new ContentError(faults);
}

/**
 * Files that a text names but that are missing, and files that no text names.
 *
 * @param only folders below `folder`; by default all of them.
 */
export function faultsOfFiles(folder: string, files: readonly ServedFile[], only: readonly string[] = ['']): string[] {
  const named = new Set(files.map(({ file }) => file));
  const present = only
    .flatMap((name) => readdirSync(join(folder, name), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && BESIDE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const known = new Set(present);
  const below = (file: string) => relative(folder, file).replaceAll('\\', '/');
  return [
    ...[...named]
      .filter((file) => !known.has(file))
      .map((file) => `${below(file)}: Falta este arquivo${namedAt(file)}`),
    ...present.filter((file) => !named.has(file)).map((file) => `${below(file)}: Nenhum texto usa este arquivo`),
  ];
}

/** Where a text names a file: ` (unidade-1.yaml, linha 5)`. */
function namedAt(file: string): string {
  const text = `${dirname(file)}.yaml`;
  if (!existsSync(text)) return '';
  const at = readFileSync(text, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(`: ${basename(file)}`));
  return at < 0 ? '' : ` (${basename(text)}, linha ${at + 1})`;
}

const faultsOfBook = (book: Book): string[] =>
  [...soundsOfBook(book).flatMap((sound) => faultsOfSound(book, sound)), ...faultsOfTimes(book)].map(
    (fault) => `${book.slug}/${fault}`,
  );

function faultsOfSound({ folder, recordings }: Book, sound: Sound): string[] {
  const file = join(folder, sound.path);
  if (!existsSync(file)) return [];
  const recording = recordings[sound.path];
  if (recording?.sha256 !== createHash('sha256').update(readFileSync(file)).digest('hex')) {
    return [`${sound.path}: Este som ainda não foi medido (${RECORDINGS}): rode ${MEASURE}`];
  }
  const isStale = recording.script !== undefined && recording.script !== scriptOf(sound);
  return isStale ? [`${sound.path}: O texto mudou depois da gravação: rode ${MEASURE}`] : [];
}

/** Students hear a track line by line. A line without its time has no place in the track. */
const faultsOfTimes = (book: Book): string[] =>
  book.unidades.flatMap(({ audios }, unit) =>
    audios.flatMap(({ som, linhas }, track) => {
      const { lines = [] } = recordingOf(book, unit + 1, som);
      const missing = linhas.findIndex(({ tempo }, at) => (tempo ?? lines[at]) === undefined);
      if (missing < 0) return [];
      const name = `unidade-${unit + 1}.yaml`;
      const line = linesOf(readFileSync(join(book.folder, name), 'utf8'))(['audios', track, 'linhas', missing]);
      const place = `audios[${track}].linhas[${missing}].tempo`;
      return [`${name}: ${place}: Escreva o começo e o fim: [0, 3.5]${inLine(line)}`];
    }),
  );
