import type { School } from '../../core/http/ctx.ts';
import { cleanFileName } from '../../core/http/file-name.ts';
import { cleanPicture } from '../../core/http/pictures/clean-picture.ts';
import type { FilePart } from '../../core/http/receive.ts';
import { Refusal } from '../../core/http/refusal.ts';
import { newFileKey } from '../../core/ports/files.ts';
import { removeUnnamed } from '../../core/ports/remove-files.ts';
import type { NewFile } from '../../core/ports/store-files.ts';
import { kindOfFile } from '../../study/pedagogico/file-kinds.ts';

/** A document, as its row tells of it. */
export interface SentDocument {
  tipo: string;
  nome: string;
  mime: string;
  tamanho_bytes: number;
  chave: string;
}

/** Documents that a call sends: what goes into the store, and what their rows say. */
export interface CheckedFiles {
  files: NewFile[];
  documents: SentDocument[];
}

/**
 * Checks the contents of files and cleans pictures.
 *
 * @param wanted the kind of document of each part, with its allowed endings.
 * @throws Refusal 415 by content (ABROAD-09)
 */
export async function checkFiles(
  wanted: readonly { part: FilePart; tipo: string; formatos: readonly string[] }[],
): Promise<CheckedFiles> {
  const checked: CheckedFiles = { files: [], documents: [] };
  for (const { part, tipo, formatos } of wanted) {
    const kind = await kindOfFile(part.path, formatos);
    if (!kind) {
      const names = formatos.map((format) => format.toUpperCase()).join(', ');
      throw new Refusal(415, `O conteúdo deste arquivo não é de um tipo aceito. Envie ${names}.`, {
        fields: { [part.field]: `Tipo não aceito: envie ${names}` },
      });
    }
    // The size of the stored bytes: the sent file was larger.
    const { bytes } = await cleanPicture(part, kind.mime, part.field);
    const chave = newFileKey('intercambio');
    const nome = cleanFileName(part.name, kind.ending);
    checked.files.push({ key: chave, path: part.path, mime: kind.mime });
    checked.documents.push({ tipo, nome, mime: kind.mime, tamanho_bytes: bytes, chave });
  }
  return checked;
}

export const keysOf = (files: readonly { chave: string }[]): string[] => files.map(({ chave }) => chave);

/** Deletes files that no row names from the store. */
export const dropFiles = (
  school: Pick<School, 'db' | 'ports' | 'log' | 'now'>,
  files: readonly { chave: string }[],
): Promise<void> => removeUnnamed(school, keysOf(files));
