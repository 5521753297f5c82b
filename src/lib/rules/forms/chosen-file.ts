import { MAX_PICTURE } from '#lib/format/limits.ts';
import { fileWords } from '#lib/words/files.ts';

/** The limits of an uploaded file. */
export interface FileRule {
  /** The accepted extensions; absent: only the server checks the type. */
  formats?: readonly string[];
  /** Bytes. */
  max: number;
}

/** A rule with its extensions, as a page shows them. */
export type ShownRule = FileRule & { formats: readonly string[] };

/** A picture of a profile, a reward or a group trip. */
export const pictureRule: ShownRule = { formats: ['png', 'jpg', 'webp'], max: MAX_PICTURE };

/** Media types that devices support. A phone converts its photos to these if a field requests them. */
const types: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

/** Other extensions of the same types. */
const aliases: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  jpe: 'jpg',
  jfif: 'jpg',
  mp4: 'm4a',
  oga: 'ogg',
  opus: 'ogg',
  adts: 'aac',
  '3gpp': '3gp',
  '3ga': '3gp',
  awb: 'amr',
};

/** Extensions that identify a type. Any other may be part of a name. */
const endings = new Set(
  'pdf doc docx odt rtf txt xls xlsx ppt pptx csv jpg png webp gif heic heif svg mp3 m4a ogg wav aac 3gp amr webm mov avi zip rar exe msi'.split(
    ' ',
  ),
);

/** A format that may come from another host: "PDF", ".pdf". */
const endingOf = (format: string) => format.toLowerCase().replace(/^\./, '');
const kindOf = (format: string) => aliases[endingOf(format)] ?? endingOf(format);

/**
 * Why a file cannot be sent, in words; null if it can. A name without a known extension has no type: the server inspects
 * the file, as it does with every other.
 *
 * @param file absent: none was chosen. A browser sends a field without a file as one without name and bytes.
 */
export function faultOf(
  file: Pick<File, 'name' | 'size' | 'type'> | null | undefined,
  { formats, max }: FileRule,
): string | null {
  if (!file || (file.name === '' && file.size === 0)) return fileWords.missing;
  if (file.size === 0) return fileWords.empty;
  if (formats && !fits(file, formats)) return fileWords.wrongKind(formats);
  return file.size > max ? fileWords.tooLarge(max) : null;
}

function fits({ name, type }: Pick<File, 'name' | 'type'>, formats: readonly string[]): boolean {
  const kind = kindOf(/\.\w+$/.exec(name)?.[0] ?? '');
  const kinds = formats.map(kindOf);
  if (kinds.includes(kind)) return true;
  return !endings.has(kind) || kinds.some((each) => types[each] === type);
}

/** The types as the `accept` attribute of a file field. */
export const acceptOf = (formats: readonly string[]): string =>
  formats.map((format) => types[kindOf(format)] ?? `.${endingOf(format)}`).join(',');

/** Whether a camera creates such a file. */
export const takesPhotos = (formats: readonly string[]): boolean => formats.some((format) => kindOf(format) === 'jpg');
