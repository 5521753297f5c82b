import type { Asked } from '#lib/api/asked.ts';
import { type FilePart, receiveParts } from './receive-parts.ts';
import { invalid, Refusal } from './refusal.ts';

/** A received file, on the disk of this process until `discard`. */
export interface ReceivedFile extends Omit<FilePart, 'field'> {
  discard(): Promise<void>;
}

const unreadable = () => invalid('Envie um arquivo no campo “file”.', { file: 'Escolha um arquivo' });

/**
 * Writes the one file of a multipart request straight to disk, so memory does not grow with it. A file that is too
 * large is refused while it comes.
 *
 * @param most bytes.
 * @throws Refusal 413 too large, 415 no multipart, 422 no file, an empty one, several, or another field.
 */
export async function receiveFile(asked: Asked, field: string, most: number): Promise<ReceivedFile> {
  const parts = await receiveParts(asked, { texts: [], files: 1, most, mostInAll: most }).catch((error: unknown) => {
    const isSpecific = error instanceof Refusal && (error.status !== 422 || error.fields !== undefined);
    throw isSpecific ? error : unreadable();
  });
  const [file] = parts.files;
  if (!file || file.field !== field) {
    await parts.discard();
    throw unreadable();
  }
  const { path, name, bytes } = file;
  return { path, name, bytes, discard: parts.discard };
}
