import { fileTypeFromFile } from 'file-type';
import { isWordDocument } from './compound-file.ts';

/** The container of Word's DOC, and of Excel, PowerPoint and installers. */
const COMPOUND = 'application/x-cfb';

/** The contents that fit each ending a teacher may ask for, as the content itself shows. */
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

export interface FileKind {
  ending: string;
  mime: string;
}

/**
 * The wanted kind that a file has, by its bytes. @param wanted endings
 *
 * @returns null for a kind that was not asked for, and for bytes that do not tell.
 */
export async function kindOfFile(path: string, wanted: readonly string[]): Promise<FileKind | null> {
  const found = await fileTypeFromFile(path).catch(() => undefined);
  const ending = found && wanted.find((format) => kinds[format]?.includes(found.mime));
  if (!ending || (found?.mime === COMPOUND && !(await isWordDocument(path)))) return null;
  return { ending, mime: served[ending] ?? 'application/octet-stream' };
}
