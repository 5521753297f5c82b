import { createReadStream } from 'node:fs';
import type { Ctx, School } from '../http/ctx.ts';
import { cleanFileName } from '../http/file-name.ts';
import { cleanPicture } from '../http/pictures/clean-picture.ts';
import type { FilePart } from '../http/receive-parts.ts';
import { Refusal } from '../http/refusal.ts';
import { kindOfFile } from '../pedagogico/file-kinds.ts';
import { newFileKey } from '../ports/files.ts';
import { removeUnnamed } from '../ports/remove-files.ts';

/** A document in the store that no row names yet. */
export interface KeptFile {
  tipo: string;
  nome: string;
  mime: string;
  tamanho_bytes: number;
  chave: string;
}

interface Checked {
  part: FilePart;
  /** The size of the stored bytes; the sent file was larger. */
  bytes: number;
  tipo: string;
  kind: { ending: string; mime: string };
}

/**
 * Checks the contents of files and stores all of them, or none.
 *
 * @param wanted the kind of document of each part, with its allowed endings.
 * @throws Refusal 415 by content (ABROAD-09), 503 without the store.
 */
export async function keepFiles(
  school: Pick<School, 'db' | 'ports' | 'log' | 'now'>,
  wanted: readonly { part: FilePart; tipo: string; formatos: readonly string[] }[],
): Promise<KeptFile[]> {
  const checked: Checked[] = [];
  for (const { part, tipo, formatos } of wanted) {
    const kind = await kindOfFile(part.path, formatos);
    if (!kind) {
      const names = formatos.map((format) => format.toUpperCase()).join(', ');
      throw new Refusal(415, `O conteúdo deste arquivo não é de um tipo aceito. Envie ${names}.`, {
        fields: { [part.field]: `Tipo não aceito: envie ${names}` },
      });
    }
    const { bytes } = await cleanPicture(part, kind.mime, part.field);
    checked.push({ part, bytes, tipo, kind });
  }
  const kept: KeptFile[] = [];
  try {
    for (const { part, bytes, tipo, kind } of checked) {
      const chave = newFileKey('intercambio');
      await school.ports.files.put(chave, createReadStream(part.path), kind.mime);
      const nome = cleanFileName(part.name, kind.ending);
      kept.push({ tipo, nome, mime: kind.mime, tamanho_bytes: bytes, chave });
    }
  } catch (error) {
    await dropFiles(school, kept);
    throw error;
  }
  return kept;
}

export const keysOf = (files: readonly { chave: string }[]): string[] => files.map(({ chave }) => chave);

/** Deletes files that no row names from the store. */
export const dropFiles = (
  school: Pick<School, 'db' | 'ports' | 'log' | 'now'>,
  files: readonly { chave: string }[],
): Promise<void> => removeUnnamed(school, keysOf(files));

/** Stores files while `act` writes their rows. When it refuses, the files are deleted again. */
export async function withFiles<T>(ctx: Ctx, kept: readonly KeptFile[], act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    await dropFiles(ctx, kept);
    throw error;
  }
}
