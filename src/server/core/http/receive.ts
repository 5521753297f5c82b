import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { ApiRequest } from '#lib/api/request.ts';
import { MB, megabytes } from '#lib/format/limits.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { cleanSentName } from './file-name.ts';
import { invalid, Refusal } from './refusal.ts';

/** A file of a request, on the disk of this process until the request's parts are discarded. */
export interface FilePart {
  /** Name of the part. */
  field: string;
  path: string;
  /** The sender's name for the file, cleaned: not to be trusted. */
  name: string;
  bytes: number;
}

export interface Parts {
  /** Text parts by name; a text may also come as a file with that name, as browsers send a `Blob`. */
  texts: ReadonlyMap<string, string>;
  files: readonly FilePart[];
  discard(): Promise<void>;
}

interface PartRules {
  /** Names of the text parts. */
  texts: readonly string[];
  /** Max. number of files; below, max. bytes of each file and of all together. */
  files: number;
  max: number;
  maxTotal: number;
}

const TEXT_BYTES = 64 * 1024;
const FRAME_BYTES = 64 * 1024;
/** Bytes beyond the files themselves: room for the form's texts. */
const SPARE_BYTES = 2 * MB;

/** @param max bytes */
const tooLarge = (max: number) =>
  new Refusal(413, `O arquivo passa do tamanho permitido (${megabytes(max)}).`, {
    headers: { connection: 'close' },
  });
const tooMany = () => invalid('Arquivos demais em um só envio.');
const unreadable = () => invalid('Não conseguimos ler o que foi enviado. Escolha os arquivos de novo.');

/**
 * Receives a multipart request with texts and files. Files go straight to disk, and a file that is too large is refused during
 * the upload. Two parts with one name are refused: two parsers could each take a different one.
 *
 * @throws Refusal 413 too large, 415 no multipart, 422 unreadable, an empty file, too many, an unexpected text.
 */
export async function receiveParts({ headers, body }: ApiRequest, rules: PartRules): Promise<Parts> {
  const type = headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) throw new Refusal(415, 'Envie os dados como multipart/form-data.');
  if (Number(headers.get('content-length') ?? 0) > rules.maxTotal + TEXT_BYTES + FRAME_BYTES) {
    throw tooLarge(rules.maxTotal);
  }
  if ('value' in body) throw unreadable();
  const folder = await newUploadFolder();
  const discard = () => rm(folder, { recursive: true, force: true });
  const source = Readable.from(body.bytes, { objectMode: false });
  try {
    return { ...(await parse(source, type, folder, rules)), discard };
  } catch (error) {
    // A body that is too large is not read to its end.
    if (error instanceof Refusal && error.status === 413) source.destroy();
    else letGo(source, rules.maxTotal + SPARE_BYTES);
    await discard();
    throw error instanceof Refusal ? error : unreadable();
  }
}

/**
 * Reads to the end and discards everything: a body that a page made in this process has no other clean end. A body longer than
 * the maximum is aborted.
 */
function letGo(source: Readable, max: number): void {
  let bytes = 0;
  source.unpipe();
  source.on('error', () => undefined);
  source.on('data', (chunk: Uint8Array) => {
    bytes += chunk.byteLength;
    if (bytes > max) source.destroy();
  });
  source.resume();
}

/** Browsers percent-encode quotes and line ends in a file name, and nothing else (HTML, multipart/form-data). */
const unescaped = (name: string) => name.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n');

function parse(source: Readable, type: string, folder: string, rules: PartRules) {
  return new Promise<Omit<Parts, 'discard'>>((resolve, reject) => {
    const parser = busboy({
      headers: { 'content-type': type },
      defParamCharset: 'utf8',
      limits: {
        // The parser reports a limit when it is reached, not when it is passed.
        files: rules.files + rules.texts.length + 1,
        fields: rules.texts.length + 1,
        parts: rules.files + rules.texts.length + 2,
        fieldSize: TEXT_BYTES,
        fileSize: rules.max + 1,
        headerPairs: 20,
      },
    });
    const seen = new Set<string>();
    const texts = new Map<string, string>();
    const files: Promise<FilePart>[] = [];
    let bytes = 0;
    const isNew = (name: string) => {
      if (!name || seen.has(name)) {
        reject(invalid('Um campo foi enviado mais de uma vez.'));
        return false;
      }
      seen.add(name);
      return true;
    };
    parser.on('field', (name, value, { valueTruncated }) => {
      if (!isNew(name)) return;
      if (valueTruncated || !rules.texts.includes(name)) reject(unreadable());
      else texts.set(name, value);
    });
    parser.on('file', (name, stream, { filename }) => {
      if (!isNew(name)) {
        stream.resume();
        return;
      }
      stream.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength;
        if (bytes > rules.maxTotal + TEXT_BYTES) reject(tooLarge(rules.maxTotal));
      });
      if (rules.texts.includes(name)) {
        readText(stream).then((text) => texts.set(name, text), reject);
        return;
      }
      stream.once('limit', () => reject(tooLarge(rules.max)));
      if (files.length === rules.files) reject(tooMany());
      const path = join(folder, String(files.length));
      const target = createWriteStream(path, { mode: 0o600 });
      const written = pipeline(stream, target).then(() => {
        if (target.bytesWritten === 0) throw invalid('O arquivo está vazio.', { [name]: 'O arquivo está vazio' });
        return { field: name, path, name: cleanSentName(unescaped(filename ?? '')), bytes: target.bytesWritten };
      });
      written.catch(reject);
      files.push(written);
    });
    for (const event of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) {
      parser.on(event, () => reject(tooMany()));
    }
    parser.on('error', reject);
    parser.on('close', () => Promise.all(files).then((all) => resolve({ texts, files: all }), reject));
    source.on('error', reject);
    source.pipe(parser);
  });
}

async function readText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > TEXT_BYTES) throw tooLarge(TEXT_BYTES);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A received file, on the disk of this process until `discard`. */
interface ReceivedFile extends Omit<FilePart, 'field'> {
  discard(): Promise<void>;
}

const unreadableFile = () => invalid('Envie um arquivo no campo “file”.', { file: 'Escolha um arquivo' });

/**
 * Writes the one file of a multipart request straight to disk, so memory does not grow with it. A file that is too large is
 * refused during the upload.
 *
 * @param max bytes.
 * @throws Refusal 413 too large, 415 no multipart, 422 no file, an empty one, several, or another field.
 */
export async function receiveFile(request: ApiRequest, field: string, max: number): Promise<ReceivedFile> {
  const parts = await receiveParts(request, { texts: [], files: 1, max, maxTotal: max }).catch((error: unknown) => {
    const isSpecific = error instanceof Refusal && (error.status !== 422 || error.fields !== undefined);
    throw isSpecific ? error : unreadableFile();
  });
  const [file] = parts.files;
  if (!file || file.field !== field) {
    await parts.discard();
    throw unreadableFile();
  }
  const { path, name, bytes } = file;
  return { path, name, bytes, discard: parts.discard };
}

const PREFIX = 'portal-upload-';
/** Identifies the machine: several machines and containers may share a folder, and each has its own process ids. */
const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const startedAt = Date.now() - process.uptime() * 1000;

/** Creates a folder for the files of one request; its name has the id of the owning process. */
export const newUploadFolder = (): Promise<string> => mkdtemp(join(tmpdir(), `${PREFIX}${host}-${process.pid}-`));

/**
 * Removes the folders of processes that ended without cleaning up. Uploads of a running process stay.
 *
 * @returns how many folders it removed
 */
export async function sweepUploads(now = Date.now()): Promise<number> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  let count = 0;
  for (const name of names) {
    const path = join(tmpdir(), name);
    const madeAt = (await stat(path).catch(() => null))?.mtimeMs;
    if (madeAt === undefined || !isLeft(name, madeAt, now)) continue;
    // The folder belongs to another user, or is already gone.
    await rm(path, { recursive: true, force: true }).then(
      () => count++,
      () => undefined,
    );
  }
  return count;
}

function isLeft(name: string, madeAt: number, now: number): boolean {
  const [, itsHost, pid] = /^portal-upload-([0-9a-f]{8})-(\d+)-/.exec(name) ?? [];
  // No upload takes a day.
  if (now - madeAt > DAY_MS) return true;
  if (itsHost !== host) return false;
  // In a container every start has the same process id, so the age decides.
  if (Number(pid) === process.pid) return madeAt < startedAt;
  return !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
