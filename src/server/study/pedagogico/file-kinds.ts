import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';

/** The container of Word's DOC, and of Excel, PowerPoint and installers. */
const COMPOUND = 'application/x-cfb';

/** The MIME types, detected from the content, that match each extension a teacher may allow. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  pdf: ['application/pdf'],
  doc: [COMPOUND],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  jpg: ['image/jpeg'],
  png: ['image/png'],
  mp3: ['audio/mpeg'],
  m4a: ['audio/mp4', 'audio/x-m4a', 'video/mp4'],
  ogg: ['audio/ogg', 'audio/ogg; codecs=opus', 'audio/opus', 'video/ogg'],
  webm: ['audio/webm', 'video/webm', 'video/matroska', 'audio/matroska'],
  wav: ['audio/wav', 'audio/x-wav', 'audio/vnd.wave'],
  aac: ['audio/aac'],
  '3gp': ['video/3gpp', 'video/3gpp2'],
  amr: ['audio/amr'],
};

/** The type stored with a file, so that a download claims only what was checked. */
const served: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  jpg: 'image/jpeg',
  png: 'image/png',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  webm: 'audio/webm',
  wav: 'audio/wav',
  aac: 'audio/aac',
  '3gp': 'audio/3gpp',
  amr: 'audio/amr',
};

interface FileKind {
  ending: string;
  mime: string;
}

/**
 * The kind of a file, detected from its bytes, if it is allowed. @param allowed extensions
 *
 * @returns null for a kind that is not allowed, and for unknown bytes.
 */
export async function kindOfFile(path: string, allowed: readonly string[]): Promise<FileKind | null> {
  const found = await fileTypeFromFile(path).catch(() => undefined);
  const ending = found && allowed.find((format) => kinds[format]?.includes(found.mime));
  if (!ending || (found?.mime === COMPOUND && !(await isWordDocument(path)))) return null;
  return { ending, mime: served[ending] ?? 'application/octet-stream' };
}

/** The size of the header; a directory entry fits into the same buffer. */
const HEADER = 512;
const ENTRY = 128;
const FIRST_TABLES = 76;
/** Numbers from here on are special values, not sectors or entries. */
const MAX_NUMBER = 0xffff_fff9;
/** Max. sectors of a directory, or of a list of tables: more than documents have. */
const MAX_SECTORS = 1024;
const STREAM = 2;

/** Classes of installers, patches and transforms, as their root has them: 000C1084, 000C1086 and 000C1082. */
const INSTALLERS: ReadonlySet<string> = new Set(
  ['84', '86', '82'].map((first) => `${first}100c0000000000c000000000000046`),
);

type Read = (at: number, length: number) => Promise<Buffer>;

/**
 * Whether a compound file (MS-CFB) is a Word document: its root contains a stream `WordDocument`. Excel, PowerPoint and
 * installers use the same container, and may contain a document in a storage.
 */
async function isWordDocument(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const entries = await directoryOf(async (at, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    });
    const [root] = entries;
    if (!root || INSTALLERS.has(root.toString('hex', 80, 96))) return false;
    return streamsIn(root, entries).includes('WordDocument');
  } finally {
    await file.close();
  }
}

/** The entries of the directory, the root first; as many as the file has. */
async function directoryOf(read: Read): Promise<Buffer[]> {
  const header = await read(0, HEADER);
  const shift = header.length === HEADER ? header.readUInt16LE(30) : 0;
  if (shift !== 9 && shift !== 12) return [];
  const size = 1 << shift;
  const sector = (number: number) => read((number + 1) * size, size);
  const tables = await tablesOf(header, sector, size);
  const entries: Buffer[] = [];
  let number = header.readUInt32LE(48);
  for (let left = MAX_SECTORS; left > 0 && number <= MAX_NUMBER; left -= 1) {
    const bytes = await sector(number);
    for (let at = 0; at + ENTRY <= bytes.length; at += ENTRY) entries.push(bytes.subarray(at, at + ENTRY));
    const table = tables[Math.floor((number * 4) / size)];
    const links = table === undefined ? Buffer.alloc(0) : await sector(table);
    const link = (number * 4) % size;
    if (link + 4 > links.length) break;
    number = links.readUInt32LE(link);
  }
  return entries;
}

/** The numbers of the sectors with the allocation table: the first 109 are in the header. */
async function tablesOf(header: Buffer, sector: (number: number) => Promise<Buffer>, size: number): Promise<number[]> {
  const numbersIn = (bytes: Buffer) =>
    Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4));
  const tables = numbersIn(header.subarray(FIRST_TABLES));
  let number = header.readUInt32LE(68);
  for (let left = MAX_SECTORS; left > 0 && number <= MAX_NUMBER; left -= 1) {
    const numbers = numbersIn(await sector(number));
    if (numbers.length * 4 < size) break;
    number = numbers.pop() ?? MAX_NUMBER + 1;
    tables.push(...numbers);
  }
  return tables;
}

/** Names of the streams of a storage, not of the storages in it. Its parts are a tree of siblings. */
function streamsIn(storage: Buffer, entries: readonly Buffer[]): string[] {
  const names: string[] = [];
  const seen = new Set<number>();
  const waiting = [storage.readUInt32LE(76)];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const entry = entries[number];
    if (!entry || seen.has(number)) continue;
    seen.add(number);
    waiting.push(entry.readUInt32LE(68), entry.readUInt32LE(72));
    const end = Math.max(0, Math.min(64, entry.readUInt16LE(64)) - 2);
    if (entry[66] === STREAM) names.push(entry.toString('utf16le', 0, end));
  }
  return names;
}
