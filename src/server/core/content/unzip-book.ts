import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { MB } from '#lib/format/limits.ts';
import { ContentError } from './read-yaml.ts';

/** Limits of an unpacked book. Sound hardly shrinks in a ZIP, so a file that grows much when unpacked is not part of a book. */
const MAX_FILES = 3_000;
const MAX_BYTES = 200 * MB;
const MAX_FILE = 20 * MB;
const MAX_RATIO = 100;
const SMALL = MB;
const NAME = /^(unidade-\d{1,2}\/)?[A-Za-z0-9][A-Za-z0-9._-]{0,80}$/;
const OF_SYSTEM = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i;
/** The type bits of a symbolic link among the rights of a Unix file. */
const [TYPE, LINK] = [0o170000, 0o120000];

const unreadable = () =>
  new ContentError(['Este arquivo não é um ZIP que se possa ler: compacte a pasta do livro de novo']);

/**
 * Unpacks the ZIP of one book into a folder. Files go to disk one after the other, so memory does not grow with them; the
 * reader refuses paths that lead outside and files that are longer than they say.
 *
 * @returns the folder of the book, whose name is its code in lower case.
 * @throws ContentError for what is no ZIP, too large, or no book.
 */
export async function unzipBook(zip: string, target: string): Promise<string> {
  const archive = await openPromise(zip, { autoClose: false }).catch(() => {
    throw unreadable();
  });
  try {
    const entries = await entriesOf(archive);
    const top = topFolder(entries);
    const faults = [...faultsOfEntries(entries), ...entries.flatMap((entry) => faultOfEntry(entry, top))];
    if (faults.length > 0) throw new ContentError(faults);
    const folder = join(target, 'livro');
    for (const entry of entries) await unpack(archive, entry, join(folder, entry.fileName.slice(top.length)));
    return await named(folder, target);
  } finally {
    archive.close();
  }
}

async function entriesOf(archive: ZipFile): Promise<Entry[]> {
  if (archive.entryCount > MAX_FILES * 2) throw new ContentError([`O ZIP tem mais de ${MAX_FILES} arquivos`]);
  const entries: Entry[] = [];
  try {
    for await (const entry of archive.eachEntry()) {
      if (!entry.fileName.endsWith('/') && !OF_SYSTEM.test(entry.fileName)) entries.push(entry);
    }
  } catch {
    throw unreadable();
  }
  return entries;
}

/** The folder that holds everything, with its slash; empty if `livro.yaml` is at the top level. */
function topFolder(entries: readonly Entry[]): string {
  const heads = entries.map(({ fileName }) => fileName).filter((name) => /(^|\/)livro\.yaml$/.test(name));
  if (heads.length > 1) throw new ContentError(['Envie um livro por vez: o ZIP tem mais de um livro.yaml']);
  const [head] = heads;
  if (head === undefined)
    throw new ContentError(['livro.yaml: Falta este arquivo: a pasta de um livro começa com ele']);
  return head.slice(0, -'livro.yaml'.length);
}

function faultsOfEntries(entries: readonly Entry[]): string[] {
  const bytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  const names = new Set(entries.map(({ fileName }) => fileName.toLowerCase()));
  return [
    ...(entries.length > MAX_FILES ? [`O ZIP tem mais de ${MAX_FILES} arquivos`] : []),
    ...(bytes > MAX_BYTES ? [`O livro passa de ${MAX_BYTES / MB} MB depois de aberto`] : []),
    ...(names.size < entries.length ? ['O ZIP tem dois arquivos com o mesmo nome'] : []),
  ];
}

function faultOfEntry(entry: Entry, top: string): string[] {
  const { fileName, uncompressedSize, compressedSize, externalFileAttributes } = entry;
  const fault = (text: string) => [`${fileName.slice(0, 120)}: ${text}`];
  if (!fileName.startsWith(top) || !NAME.test(fileName.slice(top.length)))
    return fault('Um livro não tem este arquivo');
  if (((externalFileAttributes >>> 16) & TYPE) === LINK) return fault('Um atalho não é um arquivo do livro');
  if (entry.isEncrypted()) return fault('O arquivo está protegido por senha');
  if (uncompressedSize > MAX_FILE) return fault(`O arquivo passa de ${MAX_FILE / MB} MB`);
  const grows = uncompressedSize > SMALL && uncompressedSize > compressedSize * MAX_RATIO;
  return grows ? fault('O arquivo cresce demais ao ser aberto') : [];
}

async function unpack(archive: ZipFile, entry: Entry, path: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await pipeline(await archive.openReadStreamPromise(entry), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  } catch {
    throw unreadable();
  }
}

/** Renames the folder to the book's code, because a ZIP may name it anything. */
async function named(folder: string, target: string): Promise<string> {
  const destination = join(target, 'aberto', codeIn(await readFile(join(folder, 'livro.yaml'), 'utf8')));
  await mkdir(dirname(destination), { recursive: true });
  await rename(folder, destination);
  return destination;
}

const codeIn = (text: string): string => /^codigo:\s*["']?([A-Z0-9-]{1,30})/m.exec(text)?.[1]?.toLowerCase() ?? 'livro';
