import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { MB } from '#lib/format/limits.ts';
import { type Book, RECORDINGS, readBooks } from './books.ts';
import { faultsOfFiles } from './check-content.ts';
import { faultsOfCover } from './check-cover.ts';
import { ContentError, faultsIn, inLine, linesOf } from './read-yaml.ts';
import { filesOfBook } from './served-files.ts';
import { type Recording, scriptOf, soundsOfBook } from './sounds.ts';

/** Measures a sound file; null if the file is not an MP3. */
export type Measure = (file: string) => Promise<Recording | null>;

const MAX_SOUND = 20 * MB;
const MAX_TEXT = MB;
const HEAD = 'livro.yaml';
const FIRST_UNIT = 'unidade-1.yaml';
/** Everything that the folder of a book may hold. */
const KNOWN = /^(livro\.yaml|unidade-\d{1,2}\.yaml|sons\.json|[^/]+\.(svg|png|jpg|webp)|unidade-\d{1,2}\/[^/]+\.mp3)$/;
/** Files that operating systems add to folders by themselves. */
const OF_SYSTEM = /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/i;
/** A recorder may round the end of a line up. */
const SPARE_S = 0.5;

/**
 * Reads and checks books that a school wrote, and measures their sounds.
 *
 * @param folder of one book, or of several
 * @throws ContentError with the faults of all books, each with its file and line.
 */
export async function openOwnBooks(folder: string, measure: Measure): Promise<Book[]> {
  const { root, slugs } = placeOfBooks(folder);
  const strange = slugs.flatMap((slug) => faultsOfNames(root, slug));
  const faults = [...faultsIn(() => readBooks(root, slugs)), ...strange];
  if (faults.length > 0) throw new ContentError([...faults, ...(await faultsOfSounds(root, slugs, measure))]);
  const books = readBooks(root, slugs);
  const found = faultsOfFiles(root, books.flatMap(filesOfBook), slugs);
  const measured: Book[] = [];
  for (const book of books) {
    const recordings = await recordingsOf(book, measure, found);
    const whole = { ...book, recordings };
    found.push(...(await faultsOfCover(whole)), ...faultsOfTimes(whole));
    measured.push(whole);
  }
  if (found.length > 0) throw new ContentError(found);
  return measured;
}

function placeOfBooks(folder: string): { root: string; slugs: string[] } {
  if (existsSync(join(folder, HEAD))) return { root: dirname(folder), slugs: [basename(folder)] };
  if (!existsSync(folder)) throw new ContentError([`${folder}: Esta pasta não existe`]);
  const below = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = below.map(({ name }) => name).toSorted();
  const slugs = names.filter((name) => existsSync(join(folder, name, HEAD)));
  if (slugs.length === 0) throw new ContentError([`${HEAD}: Falta este arquivo: a pasta de um livro começa com ele`]);
  const headless = names.filter((name) => !slugs.includes(name) && existsSync(join(folder, name, FIRST_UNIT)));
  if (headless.length > 0) throw new ContentError(headless.map((name) => `${name}/${HEAD}: Falta este arquivo`));
  return { root: folder, slugs };
}

function faultsOfNames(root: string, slug: string): string[] {
  const own = join(root, slug);
  return readdirSync(own, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const name = join(entry.parentPath, entry.name)
      .slice(own.length + 1)
      .replaceAll('\\', '/');
    if (entry.isDirectory() || OF_SYSTEM.test(name)) return [];
    if (!entry.isFile() || !KNOWN.test(name)) return [`${slug}/${name}: Um livro não tem este arquivo`];
    const { size } = statSync(join(own, name));
    const max = name.endsWith('.mp3') ? MAX_SOUND : MAX_TEXT;
    return size > max ? [`${slug}/${name}: O arquivo passa de ${max / MB} MB`] : [];
  });
}

/** Reports invalid sound files even while the texts have faults, so that one answer shows all of them. */
async function faultsOfSounds(root: string, slugs: readonly string[], measure: Measure): Promise<string[]> {
  const faults: string[] = [];
  for (const slug of slugs) {
    const files = readdirSync(join(root, slug), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) =>
        join(parentPath, name)
          .slice(join(root, slug).length + 1)
          .replaceAll('\\', '/'),
      )
      .filter((name) => name.endsWith('.mp3') && KNOWN.test(name))
      .toSorted();
    for (const name of files) {
      if (statSync(join(root, slug, name)).size > MAX_SOUND) continue;
      if (!(await measure(join(root, slug, name)))) faults.push(notSound(slug, name));
    }
  }
  return faults;
}

const notSound = (slug: string, path: string) => `${slug}/${path}: Isto não é um som MP3`;

/** The measurement stored in `sons.json` if the sound is unchanged, otherwise a new one. */
async function recordingsOf(book: Book, measure: Measure, faults: string[]): Promise<Record<string, Recording>> {
  const recordings: Record<string, Recording> = {};
  for (const sound of soundsOfBook(book)) {
    const file = join(book.folder, sound.path);
    if (!existsSync(file)) continue;
    const fresh = await measure(file);
    if (!fresh) {
      faults.push(notSound(book.slug, sound.path));
      continue;
    }
    const known = book.recordings[sound.path];
    const isKnown = known?.sha256 === fresh.sha256;
    if (isKnown && known.script !== undefined && known.script !== scriptOf(sound)) {
      faults.push(`${book.slug}/${sound.path}: O texto mudou depois da gravação (${RECORDINGS})`);
    }
    const { peaks, ...short } = fresh;
    recordings[sound.path] = {
      ...short,
      ...(sound.isTrack && { peaks: (isKnown && known.peaks) || peaks || [] }),
      ...(isKnown && known.lines && { lines: known.lines }),
    };
  }
  return recordings;
}

/** Each line of a track has its time, within the sound. */
function faultsOfTimes(book: Book): string[] {
  return book.unidades.flatMap((unit, index) => {
    const name = `unidade-${index + 1}.yaml`;
    const lineAt = linesOf(readFileSync(join(book.folder, name), 'utf8'));
    return unit.audios.flatMap(({ som, linhas }, track) => {
      const { lines = [], seconds } = book.recordings[`unidade-${index + 1}/${som}`] ?? { seconds: Infinity };
      return linhas.flatMap(({ tempo }, at) => {
        const message = faultOfTime(tempo ?? lines[at], seconds);
        if (message === null) return [];
        const line = lineAt(['audios', track, 'linhas', at, 'tempo']);
        return [`${book.slug}/${name}: audios[${track}].linhas[${at}].tempo: ${message}${inLine(line)}`];
      });
    });
  });
}

function faultOfTime(time: readonly [number, number] | undefined, seconds: number): string | null {
  if (!time) return 'Escreva o começo e o fim: [0, 3.5]';
  if (time[0] >= time[1]) return 'O começo vem antes do fim';
  const end = String(seconds).replace('.', ',');
  return time[1] > seconds + SPARE_S ? `O som termina em ${end} s` : null;
}
