import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import busboy from 'busboy';
import { invalid, Refusal } from './refusal.ts';

/** A file that was sent, on the disk of this process until `discard`. */
export interface ReceivedFile {
  path: string;
  /** As the sender names it: not to be trusted. */
  name: string;
  bytes: number;
  discard(): Promise<void>;
}

/** Around the file: boundaries, headers of the part. */
const FRAME_BYTES = 16 * 1024;

const tooLarge = (most: number) =>
  new Refusal(413, `O arquivo passa do tamanho permitido (${Math.floor(most / 1_048_576)} MB).`, {
    headers: { Connection: 'close' },
  });
const unreadable = () => invalid('Envie um arquivo no campo “file”.', { file: 'Escolha um arquivo' });

/**
 * Takes the one file of a multipart request, straight to disk: memory does not grow with it, and a file that is too large
 * is refused while it comes.
 *
 * @param most bytes.
 * @throws Refusal 413 too large, 415 no multipart, 422 no file, an empty one, several, or another field.
 */
export async function receiveFile(request: Request, field: string, most: number): Promise<ReceivedFile> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) throw new Refusal(415, 'Envie o arquivo como multipart/form-data.');
  if (Number(request.headers.get('content-length') ?? 0) > most + FRAME_BYTES) {
    void request.body?.cancel().catch(() => undefined);
    throw tooLarge(most);
  }
  if (!request.body) throw unreadable();
  const folder = await mkdtemp(join(tmpdir(), 'portal-upload-'));
  const discard = () => rm(folder, { recursive: true, force: true });
  const source = Readable.fromWeb(request.body as unknown as WebStream);
  try {
    const file = await parse(source, type, field, join(folder, 'file'), most);
    return { ...file, discard };
  } catch (error) {
    source.destroy();
    await discard();
    throw error instanceof Refusal ? error : unreadable();
  }
}

function parse(source: Readable, type: string, field: string, path: string, most: number) {
  return new Promise<Omit<ReceivedFile, 'discard'>>((resolve, reject) => {
    const parser = busboy({
      headers: { 'content-type': type },
      defParamCharset: 'utf8',
      limits: { files: 2, fields: 0, parts: 3, fileSize: most + 1, headerPairs: 20 },
    });
    let writing: Promise<Omit<ReceivedFile, 'discard'>> | null = null;
    parser.on('file', (name, stream, { filename }) => {
      if (name !== field || writing) {
        stream.resume();
        reject(unreadable());
        return;
      }
      stream.once('limit', () => reject(tooLarge(most)));
      const target = createWriteStream(path, { mode: 0o600 });
      writing = pipeline(stream, target).then(() => {
        const bytes = target.bytesWritten;
        if (bytes === 0) throw invalid('O arquivo está vazio.', { file: 'O arquivo está vazio' });
        return { path, name: filename ?? '', bytes };
      });
      writing.catch(reject);
    });
    parser.on('fieldsLimit', () => reject(unreadable()));
    parser.on('partsLimit', () => reject(unreadable()));
    parser.on('error', reject);
    parser.on('close', () => (writing ? writing.then(resolve, reject) : reject(unreadable())));
    source.on('error', reject);
    source.pipe(parser);
  });
}
