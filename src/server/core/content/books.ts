import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BookHead, Unit } from '#content/book.schema.ts';
import { repeated } from '#content/pieces.ts';
import { allOf, ContentError, contentFolder, memoized, readYaml } from './read-yaml.ts';
import type { Recording } from './sounds.ts';

/** A book with all its content. */
export interface Book extends BookHead {
  /** The book's folder. The last part is `slug`, the code in lower case. */
  folder: string;
  slug: string;
  unidades: readonly Unit[];
  /** The measurement of each sound, by its path below `folder`. */
  recordings: Readonly<Record<string, Recording>>;
  /** Set for a school's own book only: the public address of each file, by its path below `folder`. */
  addresses?: Readonly<Record<string, string>>;
}

/** The measurements of a book's sounds. Made by `scripts/make-practice-audio.ts`. */
export const RECORDINGS = 'sons.json';
/** Ids of units leave room for two digits. */
const MAX_UNITS = 99;

/** Public address of a cover. */
export const coverUrl = ({ slug, capa, addresses }: Pick<Book, 'slug' | 'capa' | 'addresses'>) =>
  addresses?.[capa] ?? `/brand/livros/${slug}.svg`;

export const lessonsFolder = join(contentFolder, 'lessons');

/** The portal's own books, read on first use. @throws ContentError */
export const books = memoized(() => readBooks(lessonsFolder));

/**
 * Books below a folder, in order.
 *
 * @param only the folders of the wanted books; by default every folder is one.
 * @throws ContentError with the faults of all books.
 */
export function readBooks(folder: string, only?: readonly string[]): readonly Book[] {
  const slugs =
    only ??
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  const found = allOf(slugs.map((slug) => () => readBook(folder, slug)));
  const [twice] = repeated(found.map(({ ordem }) => ordem));
  if (twice !== undefined) throw new ContentError([`ordem: Dois livros têm o número ${twice}`]);
  return found.toSorted((one, other) => one.ordem - other.ordem);
}

function readBook(folder: string, slug: string): Book {
  const own = join(folder, slug);
  const head = readYaml(folder, `${slug}/livro.yaml`, BookHead);
  const numbers = readdirSync(own)
    .flatMap((name) => /^unidade-(\d+)\.yaml$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((one, other) => one - other);
  const unidades = allOf(numbers.map((number) => () => readYaml(folder, `${slug}/unidade-${number}.yaml`, Unit)));
  const faults = [...faultsOfHead(head, slug), ...faultsOfUnits(numbers, unidades, slug)];
  if (faults.length > 0) throw new ContentError(faults);
  return { ...head, folder: own, slug, unidades, recordings: recordingsIn(own) };
}

const faultsOfHead = ({ codigo }: BookHead, slug: string): string[] =>
  codigo.toLowerCase() === slug
    ? []
    : [`${slug}/livro.yaml: codigo: A pasta do livro ${codigo} se chama ${codigo.toLowerCase()}`];

function faultsOfUnits(numbers: readonly number[], unidades: readonly Unit[], slug: string): string[] {
  const isCounted = numbers.length > 0 && numbers.every((number, index) => number === index + 1);
  const terms = unidades.flatMap(({ palavras }) => palavras.map(({ termo }) => termo));
  return [
    ...(isCounted ? [] : [`${slug}: Numere as unidades de 1 em diante, sem pular: unidade-1.yaml, unidade-2.yaml`]),
    ...(numbers.length > MAX_UNITS ? [`${slug}: Use no máximo ${MAX_UNITS} unidades`] : []),
    ...repeated(terms).map((term) => `${slug}: A palavra ${term} aparece mais de uma vez no livro`),
  ];
}

function recordingsIn(own: string): Readonly<Record<string, Recording>> {
  const path = join(own, RECORDINGS);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Recording>) : {};
}
